import { expect, test } from 'vitest'
import { testSite } from '../site.ts'
import { newShop, type Shop } from './shop.ts'
import { asToken } from './subscriber.ts'

const site = testSite()

/** The tokens of completions, which a plan bills by the million, in addition to $20 a month. */
async function openShop(when: string) {
  const shop = await newShop(site, when)
  const adding = async (name: string, property: string) =>
    shop.polar.meters.create({
      name,
      filter: {
        conjunction: 'and',
        clauses: [{ property: 'name', operator: 'eq', value: 'completion' }],
      },
      aggregation: { func: 'sum', property },
    })
  const input = await adding('Input tokens', 'input_tokens')
  const output = await adding('Output tokens', 'output_tokens')
  const product = await shop.polar.products.create({
    name: 'Assistant',
    recurringInterval: 'month',
    prices: [
      { amountType: 'fixed', priceAmount: 2000 },
      { amountType: 'metered_unit', meterId: input.id, unitAmount: '0.00025' },
      { amountType: 'metered_unit', meterId: output.id, unitAmount: '0.001', capAmount: 5000 },
    ],
  })
  return { shop, product: product.id }
}

const complete = (
  { polar }: Shop,
  customerId: string,
  tokens: { input: number; output: number },
  timestamp?: string,
) =>
  polar.events.ingest({
    events: [
      {
        name: 'completion',
        customerId,
        metadata: { input_tokens: tokens.input, output_tokens: tokens.output },
        ...(timestamp !== undefined && { timestamp: new Date(timestamp) }),
      },
    ],
  })

/** “Input tokens 10.00”, of the latest order. */
async function lastItems({ polar }: Shop, customerId: string): Promise<string[]> {
  const { result } = await polar.orders.list({ customerId, sorting: ['-created_at'] })
  const items = result.items[0]?.items ?? []
  return items.map(({ label, amount }) => `${label.split(' — ')[0]} ${(amount / 100).toFixed(2)}`)
}

test('tokens are billed by the million at the end of each month', async () => {
  const { shop, product } = await openShop('2031-01-01')
  const ada = await shop.subscribe(product)
  const unused = [{ consumedUnits: 0 }, { consumedUnits: 0 }]
  expect(ada.meters).toMatchObject(unused)
  const state = await shop.polar.customers.getState({ id: ada.customerId })
  expect(state.activeSubscriptions).toMatchObject([{ id: ada.id, meters: unused }])
  await complete(shop, ada.customerId, { input: 3_500_000, output: 200_000 })
  await complete(shop, ada.customerId, { input: 500_001, output: 0 })
  expect((await shop.reload(ada)).meters).toMatchObject([
    { consumedUnits: 4_000_001, creditedUnits: 0, amount: 1000, meter: { name: 'Input tokens' } },
    { consumedUnits: 200_000, amount: 200, meter: { name: 'Output tokens' } },
  ])
  await shop.advanceTo('2031-02-02')
  expect(await lastItems(shop, ada.customerId)).toEqual([
    'Assistant 20.00',
    'Input tokens 10.00',
    'Output tokens 2.00',
  ])
  await complete(shop, ada.customerId, { input: 0, output: 90_000_000 })
  await complete(shop, ada.customerId, { input: 400_000, output: 0 }, '2031-01-20T12:00:00Z')
  await shop.advanceTo('2031-03-02')
  expect(await lastItems(shop, ada.customerId)).toEqual([
    'Input tokens 1.00',
    'Assistant 20.00',
    'Output tokens 50.00',
  ])
  expect(await shop.billedOrders(ada)).toEqual([
    '2031-01-01 first 20.00 paid',
    '2031-02-01 renewal 32.00 paid',
    '2031-03-01 renewal 71.00 paid',
  ])
})

test('an item of an order says which events it bills, to the seller and to the customer', async () => {
  const { shop, product } = await openShop('2031-01-01')
  const ada = await shop.subscribe(product)
  await complete(shop, ada.customerId, { input: 3_000_000, output: 0 })
  await complete(shop, ada.customerId, { input: 1_000_000, output: 0 })
  await shop.advanceTo('2031-02-02')
  const { result } = await shop.polar.orders.list({
    customerId: ada.customerId,
    sorting: ['-created_at'],
  })
  const order = result.items[0]
  const item = order?.items.find(({ label }) => label.startsWith('Input tokens'))
  const path = `/orders/${order?.id}/items/${item?.id}/explanation`
  const expected = {
    amount: 1000,
    usage: {
      units: '4000000',
      price: { unit_amount: '0.00025' },
      events: [{ units: '3000000' }, { units: '1000000' }],
    },
  }
  expect((await shop.get(path)).body).toMatchObject({
    ...expected,
    usage: { ...expected.usage, meter: { aggregation: { property: 'input_tokens' } } },
  })
  const events = await shop.polar.events.list({ customerId: ada.customerId })
  const event = events.result.items[0]
  expect((await shop.get(`/events/${event?.id}/explanation`)).body).toMatchObject({
    meters: [
      { value: '1000000', is_settled: true, items: [{ order_id: order?.id, item_id: item?.id }] },
      { value: '0', is_settled: true },
    ],
  })
  const session = await shop.polar.customerSessions.create({ customerId: ada.customerId })
  const own = await asToken(site, session.token).get(`/customer-portal${path}`)
  expect(own.body).toMatchObject(expected)
  expect(JSON.stringify(own.body)).not.toContain('input_tokens')
})

test('a subscription that is revoked pays for what was used', async () => {
  const { shop, product } = await openShop('2031-01-01')
  const ada = await shop.subscribe(product)
  await shop.advanceTo('2031-01-10')
  await complete(shop, ada.customerId, { input: 1_000_000, output: 0 })
  await shop.polar.subscriptions.revoke({ id: ada.id })
  await site.server.settle()
  expect(await lastItems(shop, ada.customerId)).toEqual(['Input tokens 2.50'])
  await complete(shop, ada.customerId, { input: 1_000_000, output: 0 })
  await shop.advanceTo('2031-03-02')
  expect(await shop.charges()).toEqual([20, 2.5])
})

test('tiers are sold and billed, and the official client reads every answer', async () => {
  const { shop } = await openShop('2031-01-01')
  const { polar } = shop
  const meter = await polar.meters.create({
    name: 'Pages',
    filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'page' }] },
    aggregation: { func: 'sum', property: 'count' },
  })
  const pricing = {
    scheme: 'graduated',
    tiers: [
      { up_to: 1000, unit_amount: '1' },
      { up_to: null, unit_amount: '0.5', flat_amount: 100 },
    ],
  }
  const price = { pricing, included_units: 100, minimum_amount: 500 }
  const charged = await shop.post('/products/usage-price/preview', { price, units: [0, 1300] })
  expect(charged.body).toMatchObject({ charges: [{ amount: 500 }, { amount: 1200 }] })
  const made = await shop.post('/products/', {
    name: 'Scans',
    recurring_interval: 'month',
    prices: [{ amount_type: 'metered_unit', meter_id: meter.id, ...price }],
  })
  expect(made).toMatchObject({ status: 201 })
  const { result: found } = await polar.products.list({ query: 'Scans' })
  const id = found.items[0]?.id ?? ''
  const known = { amountType: 'metered_unit', unitAmount: '1', capAmount: null }
  const { prices } = await polar.products.get({ id })
  expect(prices).toMatchObject([known])
  // The client sends back what it knows of a price, which keeps the rest.
  expect(await polar.products.update({ id, productUpdate: { prices } })).toMatchObject({
    modifiedAt: null,
  })
  expect(await polar.checkouts.create({ products: [id] })).toMatchObject({
    product: { prices: [known] },
  })
  const ada = await shop.subscribe(id)
  expect(ada).toMatchObject({ prices: [known], meters: [{ amount: 500 }] })
  const count = async (pages: number) =>
    polar.events.ingest({
      events: [{ name: 'page', customerId: ada.customerId, metadata: { count: pages } }],
    })
  await count(1300)
  const session = await polar.customerSessions.create({ customerId: ada.customerId })
  const own = await polar.customerPortal.subscriptions.list({ customerSession: session.token }, {})
  expect(own.result.items).toMatchObject([{ prices: [known], meters: [{ amount: 1200 }] }])
  await shop.advanceTo('2031-02-02')
  expect(await lastItems(shop, ada.customerId)).toEqual(['Pages 12.00'])
  await shop.advanceTo('2031-03-02')
  expect(await lastItems(shop, ada.customerId)).toEqual(['Pages 5.00'])
})
