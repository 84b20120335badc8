import { meterId } from '@guildhall/contract/metering/shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import { describe, expect, it } from 'vitest'
import { changeOf, type MeterChange, type MeterWish } from './meter-change.ts'

const nil = '00000000-0000-7000-8000-000000000000'

const clause = { property: 'model', operator: 'eq', value: 5 } as const
const filter = { conjunction: 'and', clauses: [clause] } satisfies MeterWish['filter']
const sum = { func: 'sum', property: 'tokens' } as const

const tokens = {
  id: meterId.parse(nil),
  organizationId: organizationId.parse(nil),
  createdAt: new Date(0),
  modifiedAt: null,
  name: 'Tokens',
  filter,
  aggregation: sum,
  metadata: { plan: 'pro', seats: 5 },
}

describe('a change', () => {
  it.each<[string, MeterWish, MeterChange]>([
    ['of nothing', {}, {}],
    ['of what can’t be empty to nothing', { name: null, filter: null, aggregation: null }, {}],
    ['of the name', { name: 'Words' }, { name: 'Words' }],
    ['to the same name', { name: 'Tokens' }, {}],
    ['to the same filter', { filter: { clauses: [{ ...clause }], conjunction: 'and' } }, {}],
    [
      'of the conjunction',
      { filter: { ...filter, conjunction: 'or' } },
      { filter: { ...filter, conjunction: 'or' } },
    ],
    [
      'of a value’s kind',
      { filter: { ...filter, clauses: [{ ...clause, value: '5' }] } },
      { filter: { ...filter, clauses: [{ ...clause, value: '5' }] } },
    ],
    [
      'to no clauses',
      { filter: { ...filter, clauses: [] } },
      { filter: { ...filter, clauses: [] } },
    ],
    ['to the same aggregation', { aggregation: { ...sum } }, {}],
    [
      'of the function',
      { aggregation: { ...sum, func: 'max' } },
      { aggregation: { ...sum, func: 'max' } },
    ],
    ['to a count', { aggregation: { func: 'count' } }, { aggregation: { func: 'count' } }],
    ['to the same metadata', { metadata: { seats: 5, plan: 'pro' } }, {}],
    ['of the metadata as a whole', { metadata: { plan: 'pro' } }, { metadata: { plan: 'pro' } }],
    ['to no metadata', { metadata: null }, { metadata: {} }],
    ['of several', { name: 'Words', metadata: {} }, { name: 'Words', metadata: {} }],
  ])('%s', (_what, wish, change) => {
    expect(changeOf(tokens, wish)).toEqual(change)
  })
})
