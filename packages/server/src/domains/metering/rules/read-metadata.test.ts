import type { Filter } from '@guildhall/contract/metering/filters'
import { describe, expect, it } from 'vitest'
import { readMetadata } from './read-metadata.ts'

const clause = (property: string) => ({ property, operator: 'eq', value: 'x' }) as const

const filter = (...clauses: Filter['clauses']): Filter => ({ conjunction: 'and', clauses })

const count = { func: 'count' } as const

describe('what meters read of metadata', () => {
  it.each([
    ['nothing', filter(clause('name')), count, {}],
    ['a filtered value', filter(clause('model')), count, { model: 'lite' }],
    [
      'values of nested filters',
      filter(filter(clause('metadata.model')), clause('region')),
      count,
      { model: 'lite', region: 'eu' },
    ],
    [
      'what is added up',
      filter(),
      { func: 'sum', property: 'usage.output' } as const,
      { usage: { output: 3 } },
    ],
    ['a key with a dot', filter(clause('a.b')), count, { 'a.b': 1 }],
    ['values that aren’t there', filter(clause('toString'), clause('usage.none')), count, {}],
  ])('is %s', (_what, given, calculation, read) => {
    const metadata = {
      model: 'lite',
      region: 'eu',
      'a.b': 1,
      email: 'ada@example.com',
      usage: { input: 2, output: 3, user: { name: 'Ada' } },
    }
    expect(readMetadata([{ filter: given, calculation }])(metadata)).toEqual(read)
  })

  it('is what any of them reads', () => {
    const meters = [
      { filter: filter(clause('usage.user.name')), calculation: count },
      { filter: filter(), calculation: { func: 'sum', property: 'usage.input' } as const },
    ]
    const metadata = { usage: { input: 2, output: 3, user: { name: 'Ada', id: 7 } } }
    expect(readMetadata(meters)(metadata)).toEqual({ usage: { input: 2, user: { name: 'Ada' } } })
  })
})
