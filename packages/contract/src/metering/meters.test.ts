import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createMeter, updateMeter } from './meters.ts'

const whole = {
  name: 'Calls',
  filter: { conjunction: 'and', clauses: [] },
  aggregation: { func: 'count' },
}

const read = (given: object) => z.safeParse(createMeter.body, { ...whole, ...given })

describe('a meter is accepted', () => {
  it.each<[string, object, object]>([
    ['with the required fields only', {}, {}],
    ['with a trimmed name', { name: ' Abc ' }, { name: 'Abc' }],
    ['with a long name', { name: 'x'.repeat(256) }, { name: 'x'.repeat(256) }],
    ['with metadata', { metadata: { plan_name: 'pro' } }, { metadata: { plan_name: 'pro' } }],
    ...[{ func: 'count', uniqueProperty: 'metadata.user_id' }].map(
      (aggregation): [string, object, object] => [
        'with unique values',
        { aggregation },
        { aggregation },
      ],
    ),
    ...['sum', 'max', 'min', 'avg'].map((func): [string, object, object] => {
      const aggregation = { func, property: 'metadata.Token_count' }
      return [`with ${func}`, { aggregation }, { aggregation }]
    }),
  ])('%s', (_title, given, expected) => {
    expect(read(given).data).toEqual({ ...whole, ...expected })
  })

  it.each<[string, object, PropertyKey[]]>([
    ['no name', { name: undefined }, ['name']],
    ['a name that is too short', { name: ' ab ' }, ['name']],
    ['a name that is too long', { name: 'x'.repeat(257) }, ['name']],
    ['a name of two lines', { name: 'Calls\nmade' }, ['name']],
    ['no filter', { filter: undefined }, ['filter']],
    ['no aggregation', { aggregation: undefined }, ['aggregation']],
    ['an unknown aggregation', { aggregation: { func: 'median' } }, ['aggregation', 'func']],
    ['a sum without a property', { aggregation: { func: 'sum' } }, ['aggregation', 'property']],
    [
      'a sum of an empty property',
      { aggregation: { func: 'sum', property: '' } },
      ['aggregation', 'property'],
    ],
    [
      'a sum of a property that is too long',
      { aggregation: { func: 'sum', property: 'x'.repeat(129) } },
      ['aggregation', 'property'],
    ],
    [
      'unique values of an empty property',
      { aggregation: { func: 'count', uniqueProperty: '' } },
      ['aggregation', 'uniqueProperty'],
    ],
    ['an empty metadata value', { metadata: { plan: '' } }, ['metadata', 'plan']],
  ])('but not with %s', (_title, given, path) => {
    expect(read(given).error?.issues.map((issue) => issue.path)).toEqual([path])
  })
})

it('an update accepts any subset of the fields', () => {
  const nothing = { name: null, filter: null, aggregation: null, metadata: null }
  for (const change of [{}, nothing, { name: 'Abc' }, { filter: whole.filter }]) {
    expect(z.parse(updateMeter.body, change)).toEqual(change)
  }
})
