import { expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { newShop } from './shop.ts'

const site = testSite()
const nobodys = '00000000-0000-7000-8000-000000000000'

it('a seller sees what a customer has spent, and with which card', async () => {
  const shop = await newShop(site, '2031-01-15')
  const pro = await shop.createProduct('Pro', 30)
  const { customerId } = await shop.subscribe(pro, { card: 'tok_sandbox_ok' })
  await shop.advanceTo('2031-02-16')
  const spend = `/customer-spend/?customer_id=${customerId}`
  expect(await shop.get(spend)).toMatchObject({
    status: 200,
    body: {
      items: [{ customer_id: customerId, currency: 'usd', paid_orders: 2, spent_amount: 6000 }],
    },
  })
  const [order] = (await shop.polar.orders.list({ customerId })).result.items
  await shop.post('/refunds/', { order_id: order?.id, reason: 'other', amount: 1000 })
  await site.server.settle()
  expect((await shop.get(spend)).body).toMatchObject({
    items: [{ paid_amount: 6000, refunded_amount: 1000, spent_amount: 5000 }],
  })
  expect((await shop.get(`/customers/${customerId}/payment-methods`)).body).toMatchObject({
    items: [{ type: 'card', card: { last4: '4242' } }],
  })
})

it('nobody’s customer has spent nothing and has no cards', async () => {
  const shop = await newShop(site, '2031-01-15')
  expect((await shop.get(`/customer-spend/?customer_id=${nobodys}`)).body).toEqual({ items: [] })
  expect((await shop.get('/customer-spend/')).status).toBe(422)
  expect((await shop.get(`/customers/${nobodys}/payment-methods`)).status).toBe(404)
})
