import { meterId } from '@guildhall/contract/metering/shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import { describe, expect, it } from 'vitest'
import { decideMeterChange, type MeterChange, type MeterUpdate } from './meter-change.ts'

const nil = '00000000-0000-7000-8000-000000000000'

const clause = { property: 'model', operator: 'eq', value: 5 } as const
const filter = { conjunction: 'and', clauses: [clause] } satisfies MeterUpdate['filter']
const sum = { func: 'sum', property: 'tokens' } as const

const tokens = {
  id: meterId.parse(nil),
  organizationId: organizationId.parse(nil),
  createdAt: new Date(0),
  modifiedAt: null,
  isArchived: false,
  countsFrom: new Date('2026-01-01T00:00:00Z'),
  name: 'Tokens',
  filter,
  aggregation: sum,
  metadata: { plan: 'pro', seats: 5 },
}

describe('the change of a meter', () => {
  it.each<[string, MeterUpdate, MeterChange]>([
    ['is empty for an empty update', {}, {}],
    ['is empty for nulls of required fields', { name: null, filter: null, aggregation: null }, {}],
    ['has a new name', { name: 'Words' }, { name: 'Words' }],
    ['has no name that stays the same', { name: 'Tokens' }, {}],
    [
      'has no filter that stays the same',
      { filter: { clauses: [{ ...clause }], conjunction: 'and' } },
      {},
    ],
    [
      'has a filter with another conjunction',
      { filter: { ...filter, conjunction: 'or' } },
      { filter: { ...filter, conjunction: 'or' } },
    ],
    [
      'has a filter with a value of another type',
      { filter: { ...filter, clauses: [{ ...clause, value: '5' }] } },
      { filter: { ...filter, clauses: [{ ...clause, value: '5' }] } },
    ],
    [
      'has a filter without clauses',
      { filter: { ...filter, clauses: [] } },
      { filter: { ...filter, clauses: [] } },
    ],
    ['has no aggregation that stays the same', { aggregation: { ...sum } }, {}],
    [
      'has an aggregation with another function',
      { aggregation: { ...sum, func: 'max' } },
      { aggregation: { ...sum, func: 'max' } },
    ],
    [
      'has a count as aggregation',
      { aggregation: { func: 'count' } },
      { aggregation: { func: 'count' } },
    ],
    ['has no metadata in another order', { metadata: { seats: 5, plan: 'pro' } }, {}],
    [
      'replaces the metadata as a whole',
      { metadata: { plan: 'pro' } },
      { metadata: { plan: 'pro' } },
    ],
    ['clears the metadata', { metadata: null }, { metadata: {} }],
    ['is archived', { isArchived: true }, { isArchived: true }],
    ['isn’t archived twice', { isArchived: false }, {}],
    ['isn’t archived by null', { isArchived: null }, {}],
    ['has several fields', { name: 'Words', metadata: {} }, { name: 'Words', metadata: {} }],
  ])('%s', (_title, input, change) => {
    expect(decideMeterChange(tokens, input)).toEqual(change)
  })
})
