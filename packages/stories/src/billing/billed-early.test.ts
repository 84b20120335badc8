import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { billEarly } from '../../../server/src/domains/subscriptions/actions/bill-early.ts'
import { orderDeps } from '../../../server/test/orders.ts'
import { organizationIdOf } from '../../../server/test/owned-organization.ts'
import { testSite } from '../site.ts'
import { textAt } from '../wire.ts'
import { newShop, type Shop } from './shop.ts'
import { asToken } from './subscriber.ts'

const site = testSite()

type Subscription = Awaited<ReturnType<Shop['subscribe']>>

/** Calls cost 2.5 cents each, and are billed as soon as they cost $2.00. */
async function openShop() {
  const shop = await newShop(site, '2031-01-01')
  const meter = await shop.polar.meters.create({
    name: 'Calls',
    filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'call' }] },
    aggregation: { func: 'sum', property: 'units' },
  })
  const plan = async (unit_amount: string) => {
    const made = await shop.post('/products/', {
      name: `Calls for ${unit_amount}`,
      recurring_interval: 'month',
      billing_threshold_amount: 200,
      prices: [{ amount_type: 'metered_unit', meter_id: meter.id, unit_amount }],
    })
    expect(made).toMatchObject({ status: 201 })
    return textAt(made.body, 'id')
  }
  return { shop, plan, meterId: meter.id }
}

async function call(shop: Shop, { customerId }: Subscription, units: number): Promise<string> {
  const external_id = randomUUID()
  const event = { name: 'call', customer_id: customerId, external_id, metadata: { units } }
  expect(await shop.post('/events/ingest', { events: [event] })).toMatchObject({ status: 200 })
  const seller = organizationIdOf({ id: shop.organizationId })
  await billEarly(orderDeps(site.server), [seller], AbortSignal.timeout(60_000))
  await site.server.settle()
  return external_id
}

const shown = z.object({
  meters: z.array(
    z.object({
      amount: z.number(),
      billed_amount: z.number(),
      billed_items: z.array(z.object({ order_id: z.string(), amount: z.number() })),
    }),
  ),
})

/** What a period costs so far, what of it was billed, and by items of which amounts. */
async function running(shop: Shop, { id }: Subscription) {
  const { meters } = shown.parse((await shop.get(`/subscriptions/${id}`)).body)
  return meters.map(({ amount, billed_amount, billed_items }) => ({
    amount,
    billed: billed_amount,
    items: billed_items.map((item) => item.amount),
  }))
}

const invoice = z.object({ invoice: z.nullable(z.object({ subtotal_amount: z.number() })) })

async function nextInvoice(shop: Shop, { id }: Subscription) {
  const { body } = await shop.get(`/subscriptions/${id}/next-invoice`)
  return invoice.parse(body).invoice?.subtotal_amount
}

const latestOrder = async ({ polar }: Shop, { customerId }: Subscription) =>
  (await polar.orders.list({ customerId, sorting: ['-created_at'] })).result.items[0]

test('a subscription says which orders billed its usage, and so what is left to bill', async () => {
  const { shop, plan } = await openShop()
  const ada = await shop.subscribe(await plan('2.5'))
  expect(await running(shop, ada)).toEqual([{ amount: 0, billed: 0, items: [] }])
  await call(shop, ada, 100)
  await call(shop, ada, 90)
  await call(shop, ada, 10)
  expect(await running(shop, ada)).toEqual([{ amount: 500, billed: 475, items: [225, 250] }])
  expect(await nextInvoice(shop, ada)).toBe(25)
  // The client reads what it knows of it.
  expect((await shop.reload(ada)).meters).toMatchObject([{ consumedUnits: 200, amount: 500 }])
  await shop.advanceTo('2031-02-02')
  expect(await running(shop, ada)).toEqual([{ amount: 0, billed: 0, items: [] }])
  expect(await shop.billedOrders(ada)).toEqual([
    '2031-01-01 first 0.00 paid',
    '2031-01-01 change 2.50 paid',
    '2031-01-01 change 2.25 paid',
    '2031-02-01 renewal 0.25 paid',
  ])
})

test('customers see the orders that billed their own usage, and nobody else’s', async () => {
  const { shop, plan } = await openShop()
  const product = await plan('2.5')
  const [ada, bob] = [await shop.subscribe(product), await shop.subscribe(product)]
  await call(shop, ada, 100)
  const portalOf = async ({ customerId }: Subscription) => {
    const { token } = await shop.polar.customerSessions.create({ customerId })
    const list = await shop.polar.customerPortal.subscriptions.list({ customerSession: token }, {})
    expect(list.result.items).toHaveLength(1)
    return asToken(site, token)
  }
  const [own, other] = [await portalOf(ada), await portalOf(bob)]
  const seen = shown.parse((await own.get(`/customer-portal/subscriptions/${ada.id}`)).body)
  const orderId = seen.meters[0]?.billed_items[0]?.order_id
  expect(orderId).toBe((await latestOrder(shop, ada))?.id)
  expect(await own.get(`/customer-portal/orders/${orderId}`)).toMatchObject({ status: 200 })
  expect(await other.get(`/customer-portal/orders/${orderId}`)).toMatchObject({ status: 404 })
  expect(await other.get(`/customer-portal/subscriptions/${ada.id}`)).toMatchObject({ status: 404 })
  const { body } = await other.get(`/customer-portal/subscriptions/${bob.id}`)
  expect(shown.parse(body).meters).toEqual([{ amount: 0, billed_amount: 0, billed_items: [] }])
})

test('what was billed stays so when its order is refunded or credits come', async () => {
  const { shop, plan, meterId } = await openShop()
  const ada = await shop.subscribe(await plan('2.5'))
  await call(shop, ada, 100)
  const order = await latestOrder(shop, ada)
  const refund = { order_id: order?.id, reason: 'customer_request', amount: 250 }
  expect(await shop.post('/refunds/', refund)).toMatchObject({ status: 200 })
  const credits = await shop.post(`/customers/${ada.customerId}/credits`, {
    meter_id: meterId,
    units: 30,
    reason: 'For the outage',
  })
  expect(credits).toMatchObject({ status: 201 })
  await call(shop, ada, 40)
  expect(await running(shop, ada)).toEqual([{ amount: 275, billed: 250, items: [250] }])
  expect(await nextInvoice(shop, ada)).toBe(25)
})

test('usage that is voided after it was billed is set off against what follows', async () => {
  const { shop, plan } = await openShop()
  const ada = await shop.subscribe(await plan('2.5'))
  const voided = await call(shop, ada, 20)
  await call(shop, ada, 80)
  expect(await shop.post('/events/void', { events: [{ external_id: voided }] })).toMatchObject({
    status: 200,
  })
  expect(await running(shop, ada)).toEqual([{ amount: 200, billed: 250, items: [250] }])
  await call(shop, ada, 100)
  expect(await running(shop, ada)).toEqual([{ amount: 450, billed: 450, items: [200, 250] }])
})

test('a change of the plan bills what is left, and another count begins', async () => {
  const { shop, plan } = await openShop()
  const ada = await shop.subscribe(await plan('2.5'))
  await call(shop, ada, 100)
  await shop.advanceTo('2031-01-11')
  await call(shop, ada, 10)
  await shop.change(ada, { product_id: await plan('4'), proration_behavior: 'prorate' })
  expect(await running(shop, ada)).toEqual([{ amount: 0, billed: 0, items: [] }])
  expect(await nextInvoice(shop, ada)).toBe(25)
  await call(shop, ada, 5)
  expect(await running(shop, ada)).toEqual([{ amount: 20, billed: 0, items: [] }])
  expect(await nextInvoice(shop, ada)).toBe(45)
})
