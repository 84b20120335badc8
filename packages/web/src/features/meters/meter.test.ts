import type { Id } from '@guildhall/contract/primitives'
import { describe, expect, test } from 'vitest'
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
import { draftOf, meterOf, nameMistake } from './meter-draft.ts'
import type { Meter } from './meter-queries.ts'
import { aggregationWords, filterWords } from './meter-words.ts'

const kept: Meter = {
  id: '0190f2a0-0000-7000-8000-000000000001' as Id<'meter'>,
  organizationId: '0190f2a0-0000-7000-8000-000000000002' as Id<'organization'>,
  createdAt: new Date('2027-03-14T15:09:26Z'),
  modifiedAt: null,
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

test('what is kept comes back as it was', () => {
  const { name, filter, aggregation, metadata } = kept
  expect(meterOf(draftOf(kept))).toEqual({ name, filter, aggregation, metadata })
  expect(meterOf({ ...draftOf(kept), func: 'count' }).aggregation).toEqual({ func: 'count' })
})

test('a meter is said in words', () => {
  expect(aggregationWords(kept.aggregation)).toBe('Sum of tokens')
  expect(aggregationWords({ func: 'count' })).toBe('Number of events')
  expect(filterWords(kept.filter)).toBe(
    'name is “chat” and (model doesn’t contain “mini” or tokens is at least 5) and free is not true',
  )
  expect(filterWords({ conjunction: 'or', clauses: [] })).toBe('every event')
})

const clause = (changes: Partial<ClauseDraft>): ClauseDraft => ({
  ...emptyClause,
  property: 'model',
  ...changes,
})

test('another kind of value keeps what it can', () => {
  const typed = clause({ operator: 'like', text: '12' })
  expect(asKind(typed, 'number')).toEqual(clause({ operator: 'eq', kind: 'number', text: '12' }))
  expect(asKind(typed, 'boolean').text).toBe('false')
  expect(asKind(clause({ operator: 'ne', kind: 'number' }), 'text').operator).toBe('ne')
  expect(operatorsFor('boolean')).toEqual(['eq', 'ne'])
})

describe('mistakes', () => {
  test.each([
    [clause({}), null],
    [clause({ property: ' ' }), 'property'],
    [clause({ property: 'x'.repeat(129) }), 'property'],
    [clause({ kind: 'number', text: '1.5' }), 'value'],
    [clause({ kind: 'number', text: ' ' }), 'value'],
    [clause({ kind: 'number', text: '-3' }), null],
    [clause({ kind: 'boolean', text: 'true' }), null],
  ])('%# of %j is about %j', (one, about) => {
    expect(clauseMistake(one)?.about ?? null).toBe(about)
  })

  const group = (...clauses: FilterDraft['clauses']): FilterDraft => ({
    conjunction: 'or',
    clauses,
  })

  test.each([
    [group(), null],
    [group(group(clause({}))), null],
    [group(group(group(clause({ property: '' })))), 'Something is wrong with a condition.'],
    [group(...Array.from({ length: 101 }, () => clause({}))), 'Use at most 100 conditions.'],
  ])('%# is about %j', (filter, words) => {
    expect(filterMistake(filter)).toBe(words)
  })

  test('filters lie as deep in one another as the wire takes them', () => {
    expect([1, 7, 8].map(mayNest)).toEqual([true, true, false])
  })

  test.each([
    [' ', 'Enter a name.'],
    ['ab', 'Use at least 3 characters.'],
    ['abc', null],
  ])('the name %j: %j', (name, words) => {
    expect(nameMistake(name)).toBe(words)
  })
})
