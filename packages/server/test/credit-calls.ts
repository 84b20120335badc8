import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { BillingAnswer, BillingCalls } from './sellers.ts'
import { listCustomerMeters } from './usage.ts'

/** Whose credits, and of which meter. */
export interface OfMeter {
  readonly customer: string
  readonly meter: string
}

export const give = (
  calls: BillingCalls,
  { customer, meter }: OfMeter,
  units: number,
  input: object = {},
): Promise<BillingAnswer> =>
  calls.post(`/customers/${customer}/credits`, {
    meter_id: meter,
    units,
    reason: 'For the outage',
    ...input,
  })

export const take = (
  calls: BillingCalls,
  { customer, meter }: OfMeter,
  units: number,
): Promise<BillingAnswer> =>
  calls.post(`/customers/${customer}/credits/deductions`, {
    meter_id: meter,
    units,
    reason: 'By mistake',
  })

const lots = z.object({
  items: z.array(
    z.looseObject({
      id: z.string(),
      source: z.string(),
      units: z.number(),
      remaining_units: z.number(),
      closed_by: z.nullable(z.string()),
    }),
  ),
})

/** The oldest first. */
export async function lotsOf(calls: BillingCalls, { customer, meter }: OfMeter, query = '') {
  const answer = await calls.get(
    `/customers/${customer}/credits?meter_id=${meter}&limit=100&sorting=created_at&${query}`,
  )
  expect(answer).toMatchObject({ status: 200 })
  return lots.parse(answer.body).items
}

/** Each lot with what is left of it, and why it is closed. */
export const lotTexts = async (calls: BillingCalls, of: OfMeter): Promise<string[]> =>
  (await lotsOf(calls, of)).map(
    ({ source, remaining_units, units, closed_by }) =>
      `${source} ${remaining_units}/${units}${closed_by === null ? '' : ` ${closed_by}`}`,
  )

const movements = z.object({
  items: z.array(z.looseObject({ type: z.string(), units: z.number(), balance: z.number() })),
})

/** The oldest first, with the balance after each. */
export async function movementTexts(
  calls: BillingCalls,
  { customer, meter }: OfMeter,
): Promise<string[]> {
  const answer = await calls.get(
    `/customers/${customer}/credits/movements?meter_id=${meter}&limit=100&sorting=created_at`,
  )
  expect(answer).toMatchObject({ status: 200 })
  return movements
    .parse(answer.body)
    .items.map(({ type, units, balance }) => `${type} ${units} = ${balance}`)
}

/** What was consumed, what was credited, and the balance; null where the meter isn’t listed. */
export async function figuresOf(calls: BillingCalls, { customer, meter }: OfMeter) {
  const query = `meter_id=${meter}&customer_id=${customer}`
  const [found] = await listCustomerMeters(calls, query)
  return found === undefined
    ? null
    : [found.consumed_units, found['credited_units'], found['balance']]
}
