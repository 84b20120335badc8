import { expect, test } from 'vitest'
import { testSite } from '../site.ts'
import { newShop, type Shop } from './shop.ts'

const site = testSite()

/** The tokens of completions, which a plan bills by the million, in addition to $20 a month. */
async function openShop(when: string) {
  const shop = await newShop(site, when)
  await shop.billByUsage()
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
  expect(ada.meters).toMatchObject([{ consumedUnits: 0 }, { consumedUnits: 0 }])
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
