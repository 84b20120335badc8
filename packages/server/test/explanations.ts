import { expect } from 'vitest'
import * as z from 'zod/mini'
import {
  addDecimals,
  type Decimal,
  decimal,
  formatDecimal,
  subtractDecimals,
} from '../src/kernel/decimal.ts'
import type { BillingCalls } from './sellers.ts'

const billed = z.object({ consumed_units: z.string(), credited_units: z.string(), amount: z.int() })

const event = z.looseObject({
  id: z.string(),
  timestamp: z.string(),
  value: z.string(),
  units: z.nullable(z.string()),
  is_decisive: z.boolean(),
  change: z.enum(['added', 'removed']),
})

const usage = z.looseObject({
  before: z.nullable(billed),
  after: billed,
  units: z.string(),
  parts: z.array(z.looseObject({ kind: z.string(), units: z.string(), amount: z.string() })),
  rounding_amount: z.string(),
  difference_amount: z.int(),
  other_items_amount: z.int(),
  deducted_amount: z.int(),
  credits: z.array(z.looseObject({ units: z.string() })),
  later_credit_units: z.string(),
  event_count: z.int(),
  event_sum: z.string(),
  carried_units: z.string(),
  later_units: z.string(),
  events: z.array(event),
  next_after: z.nullable(z.string()),
})

const explanation = z.looseObject({
  kind: z.string(),
  amount: z.int(),
  net_amount: z.int(),
  discount_amount: z.int(),
  usage: z.nullable(usage),
})

export type Explained = z.output<typeof explanation>

const pageSize = 2

/** With its events of all pages. What has to add up does. */
export async function explained(calls: BillingCalls, path: string): Promise<Explained> {
  const pageAt = async (query: string) => {
    const answer = await calls.get(`${path}/explanation?limit=${pageSize}${query}`)
    expect(answer).toMatchObject({ status: 200 })
    return explanation.parse(answer.body)
  }
  const first = await pageAt('')
  if (first.usage === null) return first
  const events = [...first.usage.events]
  let next = first.usage.next_after
  while (next !== null) {
    const page = (await pageAt(`&after=${next}`)).usage
    expect(page?.events.length).toBeGreaterThan(0)
    events.push(...(page?.events ?? []))
    next = page?.next_after ?? null
  }
  const whole = { ...first, usage: { ...first.usage, events, next_after: null } }
  expectSums(whole, whole.usage)
  return whole
}

const nothing = { consumed_units: '0', credited_units: '0', amount: 0 }

function expectSums(item: Explained, of: z.output<typeof usage>): void {
  const before = of.before ?? nothing
  const { after } = of
  expect(totalOf([...of.parts.map(({ amount }) => amount), of.rounding_amount])).toBe(
    String(after.amount),
  )
  expect(of.difference_amount).toBe(after.amount - before.amount)
  expect(item.amount).toBe(of.difference_amount - of.deducted_amount - of.other_items_amount)
  expect(item.net_amount).toBe(item.amount - item.discount_amount)
  expect(of.units).toBe(lessThan(after.consumed_units, before.consumed_units))
  expect(totalOf(of.parts.map(({ units }) => units))).toBe(after.consumed_units)
  expect(lessThan(totalOf(of.credits.map(({ units }) => units)), of.later_credit_units)).toBe(
    lessThan(after.credited_units, before.credited_units),
  )
  const { events } = of
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  const times = events.map(({ timestamp }) => timestamp)
  expect(times).toEqual(times.toSorted())
  const added = events.flatMap(({ units }) => units ?? [])
  if (added.length > 0) {
    expect(lessThan(totalOf([of.carried_units, ...added]), of.later_units)).toBe(of.units)
  }
}

const totalOf = (values: readonly string[]): string =>
  formatDecimal(values.map(decimalOf).reduce(addDecimals, decimal(0)))

const lessThan = (value: string, other: string): string =>
  formatDecimal(subtractDecimals(decimalOf(value), decimalOf(other)))

const decimalOf = (text: string): Decimal => decimal(text)
