import type { Filter } from '@guildhall/contract/metering/filters'
import { describe, expect, it } from 'vitest'
import type { MeteredEvent } from './event-property.ts'
import { type FilterClause, matches } from './filter.ts'

const event: MeteredEvent = {
  name: 'ai.completion',
  source: 'user',
  timestamp: new Date('2026-03-01T12:00:00.700Z'),
  metadata: JSON.parse(`{
    "model": "lite-5%", "tokens": 1200, "price": 0.1, "cached": true, "seats": "5", "none": null,
    "huge": 1.25e21, "tiny": -2.5e-9, "wide": "\u{1f600}", "name": "other", "list": [1, 2],
    "usage": {"input": 7, "deep": {"kind": "a"}, "0": "zero"}, "usage.input": 8, "a.b": "dotted",
    "__proto__": {"x": 1}
  }`),
}
const noon = 1_772_366_400

type Line = [property: string, operator: FilterClause['operator'], value: FilterClause['value']]

const one = ([property, operator, value]: Line): Filter => ({
  conjunction: 'and',
  clauses: [{ property, operator, value }],
})

describe('a clause holds', () => {
  it.each<Line>([
    ['name', 'eq', 'ai.completion'],
    ['name', 'like', 'comp'],
    ['metadata.name', 'eq', 'ai.completion'],
    ['source', 'ne', 'system'],
    ['timestamp', 'eq', noon],
    ['timestamp', 'lt', noon + 1],
    ['timestamp', 'like', noon],
    ['model', 'eq', 'lite-5%'],
    ['metadata.model', 'ne', 'lite'],
    ['model', 'gt', 'lite'],
    ['model', 'lt', 'm'],
    ['model', 'like', '5%'],
    ['model', 'not_like', '_'],
    ['model', 'like', ''],
    ['tokens', 'gte', 1200],
    ['tokens', 'like', '20'],
    ['tokens', 'like', 12],
    ['price', 'gt', 0],
    ['price', 'lt', 1],
    ['price', 'like', '0.1'],
    ['huge', 'like', '1250000000000000000000'],
    ['huge', 'gt', Number.MAX_SAFE_INTEGER],
    ['tiny', 'like', '-0.0000000025'],
    ['cached', 'eq', true],
    ['cached', 'gt', false],
    ['cached', 'like', 'true'],
    ['cached', 'like', true],
    ['seats', 'eq', '5'],
    ['seats', 'like', 5],
    ['wide', 'gt', '\uffee'],
    ['usage.deep.kind', 'eq', 'a'],
    ['metadata.usage.deep.kind', 'eq', 'a'],
    ['usage.0', 'eq', 'zero'],
    ['usage.input', 'eq', 8],
    ['a.b', 'eq', 'dotted'],
    ['__proto__.x', 'eq', 1],
  ])('of %s %s %j', (...line) => {
    expect(matches(one(line), event)).toBe(true)
  })
})

describe('a clause doesn’t hold', () => {
  it.each<Line>([
    ['name', 'eq', 'AI.completion'],
    ['name', 'like', 'AI'],
    ['metadata.name', 'eq', 'other'],
    ['timestamp', 'gt', noon],
    ['model', 'like', 'lite_5'],
    ['model', 'like', '%lite'],
    ['tokens', 'gt', 1200],
    ['tokens', 'not_like', 12],
    ['price', 'eq', 0],
    ['cached', 'lt', true],
  ])('of %s %s %j', (...line) => {
    expect(matches(one(line), event)).toBe(false)
  })

  const places: [string, FilterClause['value']][] = [
    ['missing', 'x'],
    ['none', 'x'],
    ['none', 'null'],
    ['list', 1],
    ['list.0', 1],
    ['usage', 'x'],
    ['usage.missing', 1],
    ['tokens.x', 1],
    ['toString', 'x'],
    ['__proto__.toString', 'x'],
    ['constructor.name', 'Object'],
  ]
  const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'not_like'] as const

  it.each(places)(
    'of %s, which has no text, number or boolean, with any operator',
    (name, value) => {
      for (const operator of operators) {
        expect(matches(one([name, operator, value]), event)).toBe(false)
      }
    },
  )

  it.each<[string, FilterClause['value']]>([
    ['seats', 5],
    ['tokens', '1200'],
    ['cached', 'true'],
    ['cached', 1],
    ['name', 5],
    ['source', true],
    ['timestamp', String(noon)],
  ])('of %s and %j, which are of two kinds, unless texts are compared', (name, value) => {
    for (const operator of operators.slice(0, 6)) {
      expect(matches(one([name, operator, value]), event)).toBe(false)
    }
  })

  it.each<Line>([
    ['name', 'like', 5],
    ['name', 'not_like', 5],
    ['source', 'not_like', true],
    ['timestamp', 'like', '177'],
  ])('of %s %s %j, because built-in properties have one kind', (...line) => {
    expect(matches(one(line), event)).toBe(false)
  })
})

describe('a filter', () => {
  const yes = one(['tokens', 'eq', 1200])
  const no = one(['tokens', 'eq', 1])
  const none: Filter = { conjunction: 'or', clauses: [] }

  it.each<[string, Filter['conjunction'], Filter[], boolean]>([
    ['without clauses matches', 'and', [], true],
    ['without alternatives matches', 'or', [], true],
    ['of all clauses matches', 'and', [yes, yes], true],
    ['of all but one doesn’t match', 'and', [yes, no], false],
    ['with one alternative matches', 'or', [no, yes], true],
    ['with no alternative that holds doesn’t match', 'or', [no, no], false],
    ['with an empty alternative matches', 'or', [no, none], true],
    ['with an empty filter inside matches', 'and', [yes, none], true],
    ['is nested', 'and', [yes, { conjunction: 'or', clauses: [no, yes] }], true],
  ])('%s', (_title, conjunction, clauses, expected) => {
    expect(matches({ conjunction, clauses }, event)).toBe(expected)
  })
})
