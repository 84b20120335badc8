import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newDiscount } from '../../../../test/discounts.ts'
import { explained } from '../../../../test/explanations.ts'
import { newMeter } from '../../../../test/meters.ts'
import { fixedPrice, meteredPrice, newProduct } from '../../../../test/products.ts'
import { briefOf, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { newPaidSubscription, subscriptionScopes } from '../../../../test/subscriptions.ts'
import { ingestNew } from '../../../../test/usage.ts'

const { server, acme, calls } = sellingServer([
  ...subscriptionScopes,
  'meters:write',
  'events:write',
  'customer_meters:read',
])

const meters = { calls: '', tokens: '', peak: '', load: '' }
let plan: string
let capped: string

beforeAll(async () => {
  meters.calls = await newMeterId('call', { func: 'count' })
  meters.tokens = await newMeterId('prompt', { func: 'sum', property: 'tokens' })
  meters.peak = await newMeterId('peak', { func: 'max', property: 'seats' })
  meters.load = await newMeterId('load', { func: 'avg', property: 'load' })
  plan = await newPlan(
    meteredPrice(meters.calls, { unit_amount: '2.5' }),
    meteredPrice(meters.tokens, { unit_amount: '0.333' }),
    meteredPrice(meters.peak, { unit_amount: '7' }),
    meteredPrice(meters.load, { unit_amount: '10' }),
  )
  capped = await newPlan(meteredPrice(meters.calls, { unit_amount: '100', cap_amount: 250 }))
})

const newMeterId = async (event: string, aggregation: object) =>
  (
    await newMeter(calls, {
      name: `Metered ${event}`,
      filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: event }] },
      aggregation,
    })
  ).id

const newPlan = async (...metered: readonly object[]) =>
  (
    await newProduct(calls, {
      name: 'Metered plan',
      recurring_interval: 'month',
      prices: [fixedPrice(1000), ...metered],
    })
  ).id

const subscribe = (id: string, input: object = {}) =>
  newPaidSubscription(server.current, calls, { id }, {}, input)

async function advance(days: number): Promise<void> {
  expect(await calls.post('/clock/advance', { days })).toMatchObject({ status: 200 })
  await server.current.settle()
}

const orders = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      items: z.array(z.object({ id: z.string(), label: z.string(), amount: z.number() })),
    }),
  ),
})

/** The items of the latest order of a customer, explained. */
async function lastItems(customerId: string) {
  const { body } = await calls.get(`/orders/?customer_id=${customerId}&sorting=-created_at`)
  const [order] = orders.parse(body).items
  const items = []
  for (const { id, label } of order?.items ?? []) {
    const path = `/orders/${order?.id}/items/${id}`
    items.push({ ...(await explained(calls, path)), path, label })
  }
  return items
}

async function lastItem(customerId: string, label: string) {
  const found = (await lastItems(customerId)).find((item) => item.label.includes(label))
  if (found?.usage == null) throw new Error(`no item of usage has the label ${label}`)
  return { ...found, usage: found.usage }
}

const voidEvents = async (...events: readonly object[]) =>
  expect(await calls.post('/events/void', { events })).toMatchObject({ status: 200 })

const secondAfter = (instant: string, seconds = 1) =>
  new Date(Date.parse(instant) + seconds * 1000).toISOString()

describe('an item that bills usage', () => {
  it('is the sum of its events, with their price, for each kind of meter', async () => {
    const { customer_id } = await subscribe(plan)
    const other = await subscribe(plan)
    const use = (name: string, metadata: object = {}, of = customer_id) => ({
      name,
      customer_id: of,
      metadata,
    })
    await ingestNew(
      calls,
      ...[1, 2, 3].map(() => use('call')),
      ...[0.1, 0.2, 2.000000000003].map((tokens) => use('prompt', { tokens })),
      ...[3, 9, 9, 4].map((seats) => use('peak', { seats })),
      ...[1, 2, 2].map((load) => use('load', { load })),
      use('call', {}, other.customer_id),
    )
    await advance(32)
    expect((await lastItem(customer_id, 'call')).usage).toMatchObject({
      meter: { id: meters.calls, aggregation: { func: 'count' } },
      units: '3',
      before: null,
      after: { consumed_units: '3', credited_units: '0', amount: 8 },
      price: { scheme: 'unit', unit_amount: '2.5', cap_amount: null, tiers: [] },
      parts: [{ kind: 'units', units: '3', amount: '7.5' }],
      rounding_amount: '0.5',
      events: [{ units: '1', name: 'call' }, { units: '1' }, { units: '1' }],
    })
    const summed = await lastItem(customer_id, 'prompt')
    expect(summed.usage.units).toBe('2.300000000003')
    expect(summed.usage.events.map(({ units }) => units)).toEqual(['0.1', '0.2', '2.000000000003'])
    const peak = await lastItem(customer_id, 'peak')
    expect(peak.usage).toMatchObject({ units: '9', event_count: 4 })
    expect(peak.usage.events.map((one) => [one.value, one.is_decisive, one.units])).toEqual([
      ['3', false, null],
      ['9', true, null],
      ['9', true, null],
      ['4', false, null],
    ])
    expect((await lastItem(customer_id, 'load')).usage).toMatchObject({
      units: '1.666666666667',
      event_count: 3,
      event_sum: '5',
    })
  })

  it('stays as it was billed, whatever happens to the price, and shows the cap', async () => {
    const { customer_id } = await subscribe(capped)
    await ingestNew(calls, ...[1, 2, 3].map(() => ({ name: 'call', customer_id })))
    await advance(32)
    const item = await lastItem(customer_id, 'call')
    expect(item.usage).toMatchObject({
      price: { unit_amount: '100', cap_amount: 250 },
      parts: [
        { kind: 'units', amount: '300' },
        { kind: 'cap', amount: '-50' },
      ],
      after: { amount: 250 },
    })
    const prices = [fixedPrice(1000), meteredPrice(meters.calls, { unit_amount: '1' })]
    expect(await calls.patch(`/products/${capped}`, { prices })).toMatchObject({ status: 200 })
    expect(await explained(calls, item.path)).toEqual(
      z.parse(z.looseObject({}), { ...item, label: item.label, path: undefined }),
    )
  })

  it('has the credits that covered it', async () => {
    const { customer_id } = await subscribe(plan)
    const give = async (units: number, reason: string) =>
      expect(
        await calls.post(`/customers/${customer_id}/credits`, {
          meter_id: meters.calls,
          units,
          reason,
        }),
      ).toMatchObject({ status: 201 })
    await give(2, 'Welcome')
    await give(3, 'Sorry')
    await ingestNew(calls, ...[1, 2, 3, 4].map(() => ({ name: 'call', customer_id })))
    await ingestNew(calls, ...[1, 2, 3, 4].map(() => ({ name: 'call', customer_id })))
    await advance(32)
    expect((await lastItem(customer_id, 'call')).usage).toMatchObject({
      after: { consumed_units: '8', credited_units: '5', amount: 8 },
      parts: [
        { kind: 'credited', units: '5', amount: '0' },
        { kind: 'units', units: '3', amount: '7.5' },
      ],
      credits: [
        { units: '2', reason: 'Welcome', source: 'present' },
        { units: '3', reason: 'Sorry' },
      ],
      later_credit_units: '0',
    })
  })
})

describe('usage that came late', () => {
  it('is explained by the events that came since, and by those that were taken off', async () => {
    const { customer_id, current_period_start: start } = await subscribe(plan)
    const timestamp = secondAfter(start)
    const names = [randomUUID(), randomUUID(), randomUUID()]
    const [first = '', second = '', third = ''] = names
    const use = (external_id: string, tokens: number, at = timestamp) => ({
      name: 'prompt',
      customer_id,
      external_id,
      timestamp: at,
      metadata: { tokens },
    })
    await ingestNew(calls, use(first, 30), use(second, 12.5), use(third, 100))
    // Within the period it is as if it had never been there.
    await voidEvents({ external_id: third })
    await advance(32)
    const billed = await lastItem(customer_id, 'prompt')
    expect(billed.usage).toMatchObject({ units: '42.5', after: { amount: 14 } })

    const [late, replacement] = [randomUUID(), randomUUID()]
    await ingestNew(calls, use(late, 60, secondAfter(start, 2)))
    const { external_id: _old, ...instead } = use('', 7.25, secondAfter(start, 3))
    await voidEvents({
      external_id: second,
      replacement: { ...instead, external_id: replacement },
    })
    await advance(30)
    const next = await lastItem(customer_id, 'prompt')
    expect(next).toMatchObject({ kind: 'late_usage' })
    expect(next.usage).toMatchObject({
      units: '54.75',
      before: { consumed_units: '42.5', amount: 14 },
      after: { consumed_units: '97.25', amount: 32 },
    })
    expect(next.usage.events.map(({ units, change }) => [units, change])).toEqual([
      ['-12.5', 'removed'],
      ['60', 'added'],
      ['7.25', 'added'],
    ])
    // What was billed first is explained as before, and says what was taken off since.
    const again = await explained(calls, billed.path)
    expect(again.usage?.events.map(({ units }) => units)).toEqual(['30', '12.5'])
    expect(again.usage?.events[1]).toMatchObject({ units: '12.5' })

    await voidEvents({ external_id: first })
    await advance(30)
    const credit = await lastItem(customer_id, 'prompt')
    expect(credit.usage).toMatchObject({ units: '-30', events: [{ units: '-30' }] })
    expect(credit).toMatchObject({ amount: -10, reverses: { item_id: expect.any(String) } })
  })

  it('has the events that its customer adopted after the period was billed', async () => {
    const { customer_id, current_period_start: start } = await subscribe(plan)
    const external_customer_id = randomUUID()
    const timestamp = secondAfter(start)
    await ingestNew(
      calls,
      { name: 'call', customer_id },
      { name: 'call', external_customer_id, timestamp },
      { name: 'call', external_customer_id, timestamp, external_id: external_customer_id },
    )
    // Nobody had it yet.
    await voidEvents({ external_id: external_customer_id })
    await advance(32)
    const billed = await lastItem(customer_id, 'call')
    expect(billed.usage).toMatchObject({ units: '1', event_count: 1 })
    const adopts = { external_id: external_customer_id }
    expect(await calls.patch(`/customers/${customer_id}`, adopts)).toMatchObject({ status: 200 })
    await advance(30)
    expect((await lastItem(customer_id, 'call')).usage).toMatchObject({
      units: '1',
      after: { consumed_units: '2' },
      events: [{ units: '1', change: 'added' }],
    })
    expect((await explained(calls, billed.path)).usage?.events).toHaveLength(1)
  })

  it('is less a percentage that continues', async () => {
    const { id } = await newDiscount(calls, {
      name: 'Half',
      type: 'percentage',
      basis_points: 5000,
      duration: 'forever',
    })
    const { customer_id, current_period_start: start } = await subscribe(plan, { discount_id: id })
    const timestamp = secondAfter(start)
    await ingestNew(calls, ...[1, 2].map(() => ({ name: 'call', customer_id, timestamp })))
    await advance(32)
    expect(await lastItem(customer_id, 'call')).toMatchObject({
      amount: 5,
      discount_amount: 3,
      usage: { deducted_amount: 0 },
    })
    await ingestNew(calls, ...[1, 2, 3, 4].map(() => ({ name: 'call', customer_id, timestamp })))
    await advance(30)
    expect(await lastItem(customer_id, 'call')).toMatchObject({
      amount: 5,
      discount_amount: 0,
      usage: { difference_amount: 10, deducted_amount: 5 },
    })
  })
})

describe('a plan that is changed in the middle of a period', () => {
  it('cuts it at the events that were counted by then', async () => {
    const { id, customer_id } = await subscribe(plan)
    const now = String((await calls.get('/clock/')).body?.['now'])
    const ahead = { name: 'call', customer_id, timestamp: secondAfter(now, 40) }
    const external_id = randomUUID()
    await ingestNew(calls, { name: 'call', customer_id }, ahead, { ...ahead, external_id })
    const to = await newPlan(meteredPrice(meters.calls, { unit_amount: '1000' }))
    const change = { product_id: to, proration_behavior: 'invoice' }
    expect(await calls.patch(`/subscriptions/${id}`, change)).toMatchObject({ status: 200 })
    await server.current.settle()
    const before = await lastItem(customer_id, 'call')
    expect(before.usage).toMatchObject({ units: '3', after: { amount: 8 } })
    expect((await lastItems(customer_id)).map(({ kind }) => kind)).toContain('proration')

    // It leaves the period that counted it, at the price of that.
    await voidEvents({ external_id })
    await ingestNew(calls, ahead)
    await advance(32)
    const items = (await lastItems(customer_id)).filter(({ usage }) => usage !== null)
    expect(items).toMatchObject([
      { kind: 'late_usage', amount: -3, usage: { units: '-1', price: { unit_amount: '2.5' } } },
      { kind: 'usage', amount: 1000, usage: { units: '1', price: { unit_amount: '1000' } } },
    ])
  })
})

describe('other items', () => {
  it('have their period, and no usage', async () => {
    const { customer_id } = await subscribe(plan)
    await advance(32)
    expect(await lastItems(customer_id)).toMatchObject([
      {
        kind: 'charge',
        label: 'Metered plan',
        amount: 1000,
        period_start: expect.any(String),
        usage: null,
        reverses: null,
      },
    ])
  })
})

describe('an explanation is refused', () => {
  it('of an item of another order, of an unknown one, and without the scope', async () => {
    const { customer_id } = await subscribe(plan)
    const other = await subscribe(plan)
    await advance(32)
    const [own] = await lastItems(customer_id)
    const [foreign] = await lastItems(other.customer_id)
    const orderPath = own?.path.replace(/\/items.*/, '')
    const foreignItem = foreign?.path.replace(/.*items/, '/items')
    const at = async (path: string) => briefOf(await calls.get(`${path}/explanation`))
    expect(await at(`${orderPath}${foreignItem}`)).toBe('404 ResourceNotFound')
    expect(await at(`${orderPath}/items/${randomUUID()}`)).toBe('404 ResourceNotFound')
    expect(await at(`${orderPath}/items/none`)).toBe('422 RequestValidationError path.item_id')
    expect(briefOf(await calls.get(`${own?.path}/explanation?limit=0`))).toBe(
      '422 RequestValidationError query.limit',
    )
    const poor = await newBackend(server.current, acme, ['events:read'])
    expect(briefOf(await poor.get(`${own?.path}/explanation`))).toBe('403 NotPermitted')
  })
})
