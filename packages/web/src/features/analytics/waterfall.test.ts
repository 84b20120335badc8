import { type MetricName, metrics } from '@guildhall/contract/metrics/metric-names'
import { MetricsResponse } from '@guildhall/contract/metrics/metrics'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { waterfallOf, waterfallRows } from './waterfall.ts'

const movements = [
  'newRunRate',
  'expansionRunRate',
  'reactivatedRunRate',
  'resumedRunRate',
  'migratedRunRate',
  'contractionRunRate',
  'churnedRunRate',
  'pausedRunRate',
  'revaluedRunRate',
] as const satisfies readonly MetricName[]

type Amounts = readonly number[]

const none = Object.fromEntries(Object.keys(metrics).map((name) => [name, 0]))
const definition = { slug: '', displayName: '', type: 'scalar' } as const

const named = (amounts: Amounts, listRunRate: number) => ({
  ...none,
  ...Object.fromEntries(movements.map((name, at) => [name, amounts[at] ?? 0])),
  listRunRate,
})

const sum = (amounts: Amounts) => amounts.reduce((all, one) => all + one, 0)

/** What the server answers: buckets whose movements add up. */
function answerOf(opening: number, buckets: readonly Amounts[], isConverted = false) {
  let level = opening
  const periods = buckets.map((amounts) => {
    level += sum(amounts)
    return { timestamp: '2026-01-01T00:00:00Z', ...named(amounts, level) }
  })
  const totals = movements.map((_, at) => sum(buckets.map((amounts) => amounts[at] ?? 0)))
  return z.parse(MetricsResponse, {
    periods,
    totals: named(totals, level),
    metrics: Object.fromEntries(Object.keys(metrics).map((name) => [name, definition])),
    currency: 'usd',
    currencies: ['usd'],
    conversion: isConverted ? { rates: [], unconverted: [] } : null,
    timezone: 'UTC',
  })
}

describe('the waterfall', () => {
  test('leads from the opening by each movement to the closing', () => {
    const steps = waterfallOf(answerOf(2000, [[3050, 2050, 0, 0, 0, 0, -1000, 0]]))
    expect(steps.map(({ name, amount }) => `${name} ${amount}`)).toEqual([
      'Opening 2000',
      'New 3050',
      'Expansion 2050',
      'Reactivation 0',
      'Resumed 0',
      'Price migrations 0',
      'Contraction 0',
      'Churn -1000',
      'Paused 0',
      'Closing 6100',
    ])
    const rows = waterfallRows(steps, String)
    expect(rows.map(({ from, to, text }) => [from, to, text])).toEqual([
      [0, 2000, '2000'],
      [2000, 5050, '+3050'],
      [5050, 7100, '+2050'],
      [7100, 7100, '0'],
      [7100, 7100, '0'],
      [7100, 7100, '0'],
      [7100, 7100, '0'],
      [7100, 6100, '-1000'],
      [6100, 6100, '0'],
      [0, 6100, '6100'],
    ])
  })

  test('adds up, whatever happened', () => {
    const amount = fc.integer({ min: -1e9, max: 1e9 })
    const amounts = fc.array(amount, { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(amount, fc.array(amounts, { minLength: 1 }), (opening, buckets) => {
        const steps = waterfallOf(answerOf(opening, buckets))
        expect(steps[0]?.amount).toBe(opening)
        const rows = waterfallRows(steps, String)
        expect(rows.at(-2)?.to).toBe(rows.at(-1)?.to)
      }),
    )
  })

  test('of converted figures has what exchange rates made of it, and adds up', () => {
    const steps = waterfallOf(answerOf(2000, [[3000, 0, 0, 0, 0, 0, 0, 0, -166]], true))
    expect(steps.slice(-2).map(({ name, amount }) => `${name} ${amount}`)).toEqual([
      'Exchange rates -166',
      'Closing 4834',
    ])
    expect(waterfallRows(steps, String).at(-2)).toMatchObject({ from: 5000, to: 4834 })
    expect(steps[0]?.amount).toBe(2000)
  })

  test('of a range without buckets stands still', () => {
    const steps = waterfallOf(answerOf(500, []))
    expect([steps[0]?.amount, steps.at(-1)?.amount]).toEqual([500, 500])
  })
})
