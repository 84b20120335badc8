import { expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { newShop } from './shop.ts'

const site = testSite()

it('a seller reads which orders a month of refunds is of', async () => {
  const shop = await newShop(site, '2031-01-15')
  const pro = await shop.createProduct('Pro', 30)
  const { customerId } = await shop.subscribe(pro)
  const [order] = (await shop.polar.orders.list({ customerId })).result.items
  await shop.advanceTo('2031-02-10')
  await shop.polar.refunds.create({
    orderId: order?.id ?? '',
    reason: 'customer_request',
    amount: 1200,
  })
  await site.server.settle()
  const february = 'start_date=2031-02-01&end_date=2031-02-28'
  expect((await shop.get(`/metrics/?${february}&interval=month`)).body).toMatchObject({
    totals: { refunds: 1, refunded_amount: 1200 },
  })
  expect((await shop.get(`/metrics/corrections?${february}`)).body).toMatchObject({
    items: [{ kind: 'refund', amount: 1200, counted: 1, order_id: order?.id, product_name: 'Pro' }],
    next_cursor: null,
  })
  expect((await shop.get(`/metrics/corrections/totals?${february}`)).body).toEqual({
    items: [{ currency: 'usd', kind: 'refund', counted: 1, amount: 1200 }],
  })
})
