import type { Id } from '@guildhall/contract/primitives'
import { describe, expect, test } from 'vitest'
import { mistakeIn } from '#/lib/form-schema.ts'
import {
  asKind,
  type ClauseDraft,
  clauseMistake,
  emptyClause,
  type FilterDraft,
  filterMistake,
  mayNest,
  operatorsFor,
} from './filter-draft.ts'
import { draftOf, meterOf } from './meter-draft.ts'
import type { Meter } from './meter-queries.ts'
import { meterSchema } from './meter-schema.ts'
import { aggregationText, filterText } from './meter-text.ts'

const existing: Meter = {
  id: '0190f2a0-0000-7000-8000-000000000001' as Id<'meter'>,
  organizationId: '0190f2a0-0000-7000-8000-000000000002' as Id<'organization'>,
  createdAt: new Date('2027-03-14T15:09:26Z'),
  modifiedAt: null,
  isArchived: false,
  countsFrom: new Date('2027-03-14T15:09:26Z'),
  metadata: { plan: 'a' },
  name: 'Tokens',
  filter: {
    conjunction: 'and',
    clauses: [
      { property: 'name', operator: 'eq', value: 'chat' },
      {
        conjunction: 'or',
        clauses: [
          { property: 'model', operator: 'not_like', value: 'mini' },
          { property: 'tokens', operator: 'gte', value: 5 },
        ],
      },
      { conjunction: 'or', clauses: [{ property: 'free', operator: 'ne', value: true }] },
    ],
  },
  aggregation: { func: 'sum', property: 'tokens' },
}

test('a saved meter round-trips', () => {
  const { name, filter, aggregation, metadata } = existing
  expect(meterOf(draftOf(existing))).toEqual({ name, filter, aggregation, metadata })
  expect(meterOf({ ...draftOf(existing), func: 'count' }).aggregation).toEqual({ func: 'count' })
  const unique = { ...existing, aggregation: { func: 'count', uniqueProperty: 'user' } } as const
  expect(draftOf(unique)).toMatchObject({ func: 'unique', property: 'user' })
  expect(meterOf(draftOf(unique)).aggregation).toEqual(unique.aggregation)
})

test('a meter as text', () => {
  expect(aggregationText(existing.aggregation)).toBe('Sum of tokens')
  expect(aggregationText({ func: 'count' })).toBe('Number of events')
  expect(aggregationText({ func: 'count', uniqueProperty: 'user' })).toBe(
    'Different values of user',
  )
  expect(filterText(existing.filter)).toBe(
    'name is “chat” and (model doesn’t contain “mini” or tokens is at least 5) and free is not true',
  )
  expect(filterText({ conjunction: 'or', clauses: [] })).toBe('every event')
})

const clause = (changes: Partial<ClauseDraft>): ClauseDraft => ({
  ...emptyClause,
  property: 'model',
  ...changes,
})

test('changing the kind of a value keeps the text if possible', () => {
  const typed = clause({ operator: 'like', text: '12' })
  expect(asKind(typed, 'number')).toEqual(clause({ operator: 'eq', kind: 'number', text: '12' }))
  expect(asKind(typed, 'boolean').text).toBe('false')
  expect(asKind(clause({ operator: 'ne', kind: 'number' }), 'text').operator).toBe('ne')
  expect(operatorsFor('boolean')).toEqual(['eq', 'ne'])
})

describe('errors', () => {
  test.each([
    [clause({}), null],
    [clause({ property: ' ' }), 'property'],
    [clause({ property: 'x'.repeat(129) }), 'property'],
    [clause({ kind: 'number', text: '1.5' }), 'value'],
    [clause({ kind: 'number', text: ' ' }), 'value'],
    [clause({ kind: 'number', text: '-3' }), null],
    [clause({ kind: 'boolean', text: 'true' }), null],
  ])('%# of %j concerns %j', (one, about) => {
    expect(clauseMistake(one)?.about ?? null).toBe(about)
  })

  const group = (...clauses: FilterDraft['clauses']): FilterDraft => ({
    conjunction: 'or',
    clauses,
  })

  test.each([
    [group(), null],
    [group(group(clause({}))), null],
    [group(group(group(clause({ property: '' })))), 'Check the highlighted condition.'],
    [group(...Array.from({ length: 101 }, () => clause({}))), 'Use at most 100 conditions.'],
  ])('%#: %j', (filter, expected) => {
    expect(filterMistake(filter)).toBe(expected)
  })

  test('filters nest as deep as the API accepts', () => {
    expect([1, 7, 8].map(mayNest)).toEqual([true, true, false])
  })

  test.each([
    [' ', 'Enter a name.'],
    ['ab', 'Use at least 3 characters.'],
    ['abc', null],
  ])('the name %j: %j', (name, expected) => {
    expect(mistakeIn(meterSchema.name, name)).toBe(expected)
  })
})
