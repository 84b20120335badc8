import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { give } from '../../../../test/credit-calls.ts'
import { newCustomer } from '../../../../test/customers.ts'
import { newMeter } from '../../../../test/meters.ts'
import { fixedPrice, meteredPrice, newProduct } from '../../../../test/products.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import {
  type MadeSubscription,
  newPaidSubscription,
  subscriptionScopes,
} from '../../../../test/subscriptions.ts'
import { ingestNew, listCustomerMeters } from '../../../../test/usage.ts'

const { server, acme, calls } = sellingServer([
  ...subscriptionScopes,
  'meters:write',
  'events:write',
  'customer_meters:read',
  'benefits:write',
])

let calling: string
let tokens: string
let basic: string
let pro: string

beforeAll(async () => {
  calling = await newMeterId('call', { func: 'count' })
  tokens = await newMeterId('prompt', { func: 'max', property: 'tokens' })
  basic = await newPlan('Basic', 1000, meteredPrice(calling, { unit_amount: '2.5' }))
  pro = await newPlan(
    'Pro',
    5000,
    meteredPrice(calling, { unit_amount: '1', cap_amount: 500 }),
    meteredPrice(tokens, { unit_amount: '0.1' }),
  )
})

const newMeterId = async (event: string, aggregation: object) =>
  (
    await newMeter(calls, {
      name: `Metered ${event}`,
      filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: event }] },
      aggregation,
    })
  ).id

const newPlan = async (name: string, amount: number, ...metered: readonly object[]) =>
  (
    await newProduct(calls, {
      name,
      recurring_interval: 'month',
      prices: [fixedPrice(amount), ...metered],
    })
  ).id

const subscribe = (id: string): Promise<MadeSubscription> =>
  newPaidSubscription(server.current, calls, { id })

const useOf = (customer_id: string, times: number, input: object = {}) =>
  ingestNew(
    calls,
    ...Array.from({ length: times }, () => ({ name: 'call', customer_id, ...input })),
  )

async function advance(days: number): Promise<void> {
  expect(await calls.post('/clock/advance', { days })).toMatchObject({ status: 200 })
  await server.current.settle()
}

const orders = z.object({
  items: z.array(
    z.object({
      billing_reason: z.string(),
      items: z.array(z.object({ label: z.string(), amount: z.number() })),
      subtotal_amount: z.number(),
      status: z.string(),
    }),
  ),
})

/** The latest order of a customer. */
async function lastOrder(customerId: string) {
  const { body } = await calls.get(`/orders/?customer_id=${customerId}&sorting=-created_at`)
  const [order] = orders.parse(body).items
  return order
}

const meters = z.object({
  status: z.string(),
  meters: z.array(
    z.object({
      meter_id: z.string(),
      consumed_units: z.number(),
      credited_units: z.number(),
      amount: z.number(),
    }),
  ),
})

const forecasts = z.object({
  invoice: z.object({ subtotal_amount: z.number() }),
  forecast: z.object({
    subtotal_amount: z.number(),
    items: z.array(z.object({ label: z.string() })),
  }),
})

const runningOf = async (id: string) =>
  meters.parse((await calls.get(`/subscriptions/${id}`)).body).meters

describe('a metered price', () => {
  it('bills at the end of a period what was used in it, each period anew', async () => {
    const { id, customer_id } = await subscribe(basic)
    await useOf(customer_id, 3)
    expect(await runningOf(id)).toMatchObject([{ meter_id: calling, consumed_units: 3, amount: 8 }])
    await advance(32)
    expect(await lastOrder(customer_id)).toMatchObject({
      billing_reason: 'subscription_cycle',
      status: 'paid',
      items: [
        { label: 'Basic', amount: 1000 },
        { label: 'Metered call — (3 consumed units) × $0.025', amount: 8 },
      ],
    })
    expect(await runningOf(id)).toMatchObject([{ consumed_units: 0, amount: 0 }])
    await useOf(customer_id, 2)
    await advance(30)
    expect(await lastOrder(customer_id)).toMatchObject({ subtotal_amount: 1005 })
    expect(await listCustomerMeters(calls, `customer_id=${customer_id}`)).toMatchObject([
      { consumed_units: 0 },
    ])
  })

  it('is forecast to go on as it has, with what credits will cover', async () => {
    const { id, customer_id } = await subscribe(basic)
    const next = async () => (await calls.get(`/subscriptions/${id}/next-invoice`)).body
    await useOf(customer_id, 4)
    expect(await next()).toMatchObject({ invoice: { subtotal_amount: 1010 }, forecast: null })
    await advance(10)
    const { invoice, forecast } = forecasts.parse(await next())
    expect(invoice).toMatchObject({ subtotal_amount: 1010 })
    const units = Number(/\((\d+) consumed units\)/.exec(forecast.items.at(-1)?.label ?? '')?.[1])
    // A month has 28 to 31 days.
    expect(units).toBeGreaterThanOrEqual(11)
    expect(units).toBeLessThanOrEqual(13)
    expect(forecast.subtotal_amount).toBe(1000 + Math.round(units * 2.5))
    await give(calls, { customer: customer_id, meter: calling }, 1000)
    expect(await next()).toMatchObject({
      invoice: { subtotal_amount: 1000 },
      forecast: { subtotal_amount: 1000 },
    })
  })

  it('is capped for each period', async () => {
    const { id, customer_id } = await subscribe(pro)
    await useOf(customer_id, 900)
    await ingestNew(
      calls,
      ...[40, 25].map((used) => ({ name: 'prompt', customer_id, metadata: { tokens: used } })),
    )
    expect(await runningOf(id)).toMatchObject([
      { meter_id: calling, consumed_units: 900, amount: 500 },
      { meter_id: tokens, consumed_units: 40, amount: 4 },
    ])
    await advance(32)
    expect(await lastOrder(customer_id)).toMatchObject({
      subtotal_amount: 5504,
      items: [
        { label: 'Pro' },
        { label: 'Metered call — (900 consumed units) × $0.01 — Capped at $5.00', amount: 500 },
        { label: 'Metered prompt — (40 consumed units) × $0.001', amount: 4 },
      ],
    })
  })

  it('bills at the old price what was used before the plan was changed', async () => {
    const { id, customer_id } = await subscribe(basic)
    await useOf(customer_id, 4)
    const change = { product_id: pro, proration_behavior: 'invoice' }
    expect(await calls.patch(`/subscriptions/${id}`, change)).toMatchObject({ status: 200 })
    const order = await lastOrder(customer_id)
    expect(order?.items).toContainEqual({
      label: 'Metered call — (4 consumed units) × $0.025',
      amount: 10,
    })
    await useOf(customer_id, 2)
    expect(await runningOf(id)).toMatchObject([
      { meter_id: calling, consumed_units: 2, amount: 2 },
      { meter_id: tokens, consumed_units: 0 },
    ])
  })

  it('bills what is left when the subscription ends', async () => {
    const { id, customer_id } = await subscribe(basic)
    await useOf(customer_id, 8)
    expect(await calls.patch(`/subscriptions/${id}`, { revoke: true })).toMatchObject({
      status: 200,
    })
    await server.current.settle()
    expect(await lastOrder(customer_id)).toMatchObject({
      items: [{ label: 'Metered call — (8 consumed units) × $0.025', amount: 20 }],
    })
    await useOf(customer_id, 1)
    expect(await runningOf(id)).toEqual([])
    expect(await listCustomerMeters(calls, `customer_id=${customer_id}`)).toMatchObject([
      { consumed_units: 1 },
    ])
  })

  it('bills nothing of a trial', async () => {
    const { id: customer_id } = await newCustomer(calls)
    const now = Date.parse(String((await calls.get('/clock/')).body?.['now']))
    const trial_end = new Date(now + 3 * 86_400_000).toISOString()
    const body = { product_id: basic, customer_id, trial_end }
    const made = await calls.post('/subscriptions/', body)
    expect(made).toMatchObject({ status: 201 })
    const id = String(made.body?.['id'])
    await useOf(customer_id, 5)
    expect(await runningOf(id)).toMatchObject([{ consumed_units: 5, amount: 0 }])
    await advance(4)
    expect(await lastOrder(customer_id)).toMatchObject({ subtotal_amount: 1000 })
    expect(await runningOf(id)).toMatchObject([{ consumed_units: 0 }])
  })
})

describe('usage of a period that was billed', () => {
  /** A subscription in its second period, with what was used in the first. */
  async function inSecondPeriod(times: number) {
    const { id, customer_id, current_period_start: start } = await subscribe(basic)
    const timestamp = new Date(Date.parse(start) + 1000).toISOString()
    const external_id = randomUUID()
    await useOf(customer_id, times - 1, { timestamp })
    await useOf(customer_id, 1, { timestamp, external_id })
    await advance(32)
    return { id, customerId: customer_id, timestamp, external_id }
  }

  it('is billed with the next order when it is reported later', async () => {
    const { customerId, timestamp } = await inSecondPeriod(3)
    await useOf(customerId, 2, { timestamp })
    await advance(30)
    expect(await lastOrder(customerId)).toMatchObject({
      subtotal_amount: 1005,
      items: [
        { label: expect.stringContaining('Metered call — (2 units reported later) × $0.025') },
        { label: 'Basic', amount: 1000 },
      ],
    })
    await advance(30)
    expect(await lastOrder(customerId)).toMatchObject({ subtotal_amount: 1000 })
  })

  it('is credited with the next order when it is corrected', async () => {
    const { customerId, external_id } = await inSecondPeriod(4)
    expect(await calls.post('/events/void', { events: [{ external_id }] })).toMatchObject({
      status: 200,
    })
    await advance(30)
    const order = await lastOrder(customerId)
    expect(order?.items).toContainEqual({
      label: expect.stringContaining('Metered call — (-1 units reported later) × $0.025'),
      amount: -2,
    })
  })

  it('is billed with its period while its seller waits for it', async () => {
    const settings = `/organizations/${acme.id}/billing-settings`
    const waits = async (usage_grace_minutes: number) =>
      expect(await calls.patch(settings, { usage_grace_minutes })).toMatchObject({ status: 200 })
    await waits(1440)
    const { customer_id, current_period_end: end } = await subscribe(basic)
    const free = await subscribe(await newPlan('Plain', 700))
    const to = async (hours: number) => {
      const at = new Date(Date.parse(end) + hours * 3_600_000).toISOString()
      expect(await calls.post('/clock/advance', { to: at })).toMatchObject({ status: 200 })
      await server.current.settle()
    }
    await to(3)
    expect(await lastOrder(customer_id)).toMatchObject({ billing_reason: 'subscription_create' })
    expect(await lastOrder(free.customer_id)).toMatchObject({
      billing_reason: 'subscription_cycle',
    })
    await useOf(customer_id, 4, { timestamp: new Date(Date.parse(end) - 1000).toISOString() })
    await useOf(customer_id, 100)
    await to(25)
    expect(await lastOrder(customer_id)).toMatchObject({ subtotal_amount: 1010 })
    await waits(0)
  })

  it('keeps its meter from counting something else', async () => {
    await inSecondPeriod(2)
    const change = (input: object) => calls.patch(`/meters/${calling}`, input)
    expect(briefOf(await change({ aggregation: { func: 'sum', property: 'size' } }))).toBe(
      '422 RequestValidationError body',
    )
    expect(await change({ name: 'Calls' })).toMatchObject({ status: 200 })
    expect(await change({ name: 'Metered call' })).toMatchObject({ status: 200 })
  })
})

describe('credits', () => {
  const give = async (customer: string, units: number) =>
    expect(
      await calls.post(`/customers/${customer}/credits`, {
        meter_id: calling,
        units,
        reason: 'Welcome',
      }),
    ).toMatchObject({ status: 201 })

  const balanceOf = async (customer: string) =>
    (await listCustomerMeters(calls, `customer_id=${customer}&meter_id=${calling}`))[0]?.['balance']

  it('cover usage before it is billed, and once', async () => {
    const { id, customer_id } = await subscribe(basic)
    await give(customer_id, 5)
    await useOf(customer_id, 8)
    expect(await runningOf(id)).toMatchObject([{ consumed_units: 8, credited_units: 5, amount: 8 }])
    await advance(32)
    expect(await lastOrder(customer_id)).toMatchObject({
      items: [
        { label: 'Basic' },
        {
          label: 'Metered call — (8 consumed units, 5 covered by credits) × $0.025',
          amount: 8,
        },
      ],
    })
    expect(await balanceOf(customer_id)).toBe(0)
    await give(customer_id, 10)
    expect(await balanceOf(customer_id)).toBe(10)
    await advance(30)
    expect(await lastOrder(customer_id)).toMatchObject({ subtotal_amount: 1000 })
  })

  it('cover usage of a billed period that is reported later', async () => {
    const { customer_id, current_period_start: start } = await subscribe(basic)
    await useOf(customer_id, 4)
    await advance(32)
    await give(customer_id, 3)
    await useOf(customer_id, 5, { timestamp: new Date(Date.parse(start) + 1000).toISOString() })
    await advance(30)
    expect(await lastOrder(customer_id)).toMatchObject({
      subtotal_amount: 1005,
      items: [{ amount: 5 }, { label: 'Basic' }],
    })
    expect(await balanceOf(customer_id)).toBe(0)
  })

  it('of a benefit come with each paid period, and cover its usage', async () => {
    const plan = await newPlan('Included', 1000, meteredPrice(calling, { unit_amount: '2.5' }))
    const benefit = await calls.post('/benefits/', {
      type: 'meter_credit',
      description: 'Three calls a month',
      properties: { meter_id: calling, units: 3, rollover: false },
    })
    expect(benefit).toMatchObject({ status: 201 })
    const benefits = [String(benefit.body?.['id'])]
    expect(await calls.post(`/products/${plan}/benefits`, { benefits })).toMatchObject({
      status: 200,
    })
    const { id, customer_id } = await subscribe(plan)
    await useOf(customer_id, 5)
    expect(await runningOf(id)).toMatchObject([{ consumed_units: 5, credited_units: 3, amount: 5 }])
    await advance(32)
    expect(await lastOrder(customer_id)).toMatchObject({ subtotal_amount: 1005 })
    expect(await balanceOf(customer_id)).toBe(3)
    await useOf(customer_id, 1)
    await advance(30)
    expect(await lastOrder(customer_id)).toMatchObject({ subtotal_amount: 1000 })
    expect(await balanceOf(customer_id)).toBe(3)
  })
})
