import type { Filter } from '@guildhall/contract/metering/filters'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  aggregations,
  meteredEvents,
  meterFilters,
  uniqueCalculations,
} from '../../../../test/metered-events.ts'
import { decimal } from '../../../kernel/decimal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import {
  accumulate,
  emptyAccumulator,
  mergeAccumulators,
  quantityReader,
  uniqueValueReader,
} from '../rules/aggregation.ts'
import type { MeteredEvent } from '../rules/event-property.ts'
import { matcherOf, matches } from '../rules/filter.ts'
import { quantityInEvent, uniqueValueInEvent } from './aggregation-sql.ts'
import { matchingEvents } from './filter-sql.ts'

const db = testDatabase()

const numRuns = 500

/** A relation `e` of these events, numbered in their order. */
function relationOf(events: readonly MeteredEvent[]): RawBuilder<unknown> {
  const lines = events.map((event, at) => ({
    ...event,
    at,
    timestamp: event.timestamp.toISOString(),
    metadata: JSON.stringify(event.metadata),
  }))
  return sql`(select at, name, source, timestamp, metadata::jsonb
                from jsonb_to_recordset(${jsonText(lines)}::jsonb) as given(
                     at integer, name text, source text, timestamp timestamptz, metadata text)) e`
}

async function ask<T>(query: RawBuilder<T>): Promise<T[]> {
  const { rows } = await query.execute(db.database.kysely)
  return rows
}

const batches = fc.array(meteredEvents, { minLength: 10, maxLength: 30 })

test('PostgreSQL selects the events that the rule matches', async () => {
  let selected = 0
  let left = 0
  await fc.assert(
    fc.asyncProperty(meterFilters, batches, async (filter, events) => {
      const expected = events.map(matcherOf(filter))
      selected += expected.filter(Boolean).length
      left += expected.filter((isMatch) => !isMatch).length
      const found = await ask(sql<{ isMatch: boolean }>`
        select ${matchingEvents(filter, 'e')} as is_match from ${relationOf(events)} order by at`)
      expect(found.map(({ isMatch }) => isMatch)).toEqual(expected)
    }),
    { numRuns },
  )
  expect(Math.min(selected, left)).toBeGreaterThan(numRuns / 5)
})

test('a number is compared as text without the zeros that it was written with', async () => {
  const clause = { property: 'a', operator: 'like', value: '1.50' } as const
  const filter: Filter = { conjunction: 'and', clauses: [clause] }
  const isLike = matchingEvents(filter, 'e')
  const [found] = await ask(sql<{ isMatch: boolean }>`
    select ${isLike} as is_match from (select '{"a": 1.50}'::jsonb as metadata) e`)
  expect(found).toEqual({ isMatch: false })
  const event = { name: 'a', source: 'user', timestamp: new Date(0), metadata: { a: 1.5 } }
  expect(matches(filter, event)).toBe(false)
})

const decimalOrNull = (text: string | null) => (text === null ? null : decimal(text))

test('PostgreSQL reads the quantities that the rule reads, and adds up to the same', async () => {
  let numbers = 0
  await fc.assert(
    fc.asyncProperty(aggregations, batches, async (aggregation, events) => {
      const quantity = quantityInEvent(aggregation, 'e')
      const found = await ask(sql<{ quantity: string | null }>`
        select ${quantity} as quantity from ${relationOf(events)} order by at`)
      const expected = events.map(quantityReader(aggregation))
      expect(found.map((one) => decimalOrNull(one.quantity))).toEqual(expected)
      numbers += aggregation.func === 'count' ? 0 : expected.filter((one) => one !== null).length

      const [sums] = await ask(sql<Record<'count' | 'sum' | 'max' | 'min', string | null>>`
        select count(q)::text as count, coalesce(sum(q), 0) as sum, max(q) as max, min(q) as min
          from (select ${quantity} as q from ${relationOf(events)}) quantities`)
      const half = events.length / 2
      const parts = [events.slice(0, half), events.slice(half)].map((part) =>
        part.map(quantityReader(aggregation)).reduce(accumulate, emptyAccumulator),
      )
      const whole = parts.reduce(mergeAccumulators)
      expect(sums && { ...mapped(sums), count: Number(sums.count) }).toEqual(whole)
    }),
    { numRuns },
  )
  expect(numbers).toBeGreaterThan(numRuns / 5)
})

test('PostgreSQL reads the unique values that the rule reads, and tells them apart', async () => {
  let values = 0
  await fc.assert(
    fc.asyncProperty(uniqueCalculations, batches, async (calculation, events) => {
      const value = uniqueValueInEvent(calculation, 'e')
      const expected = events.map(uniqueValueReader(calculation))
      const found = await ask(sql<{ value: unknown; isSame: boolean; quantity: string | null }>`
        select ${value} as value, ${quantityInEvent(calculation, 'e')} as quantity,
               ${value} is not distinct from (${expected}::jsonb[])[at + 1] as is_same
          from ${relationOf(events)} order by at`)
      expect(found.map(({ isSame }) => isSame)).toEqual(events.map(() => true))
      expect(found.map(({ quantity }) => quantity)).toEqual(
        expected.map((one) => (one === null ? null : '1')),
      )
      const [counted] = await ask(sql<{ values: number }>`
        select count(distinct ${value})::int as values from ${relationOf(events)}`)
      const different = new Set(expected.filter((one) => one !== null)).size
      expect(counted).toEqual({ values: different })
      values += different
    }),
    { numRuns },
  )
  expect(values).toBeGreaterThan(numRuns)
})

const mapped = ({ sum, max, min }: Record<'sum' | 'max' | 'min', string | null>) => ({
  sum: decimalOrNull(sum),
  max: decimalOrNull(max),
  min: decimalOrNull(min),
})
