import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { testSite } from '../site.ts'
import { textAt } from '../wire.ts'
import { asAnonymous, asBackend, newSeller, newToken, type Seller, thrown } from './seller.ts'
import { subscribeAtCheckout } from './subscriber.ts'

const site = testSite()
let acme: Seller
let token: string

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  const scopes = [
    'checkouts:write',
    'products:write',
    'orders:read',
    'customers:write',
    'customer_sessions:write',
    'refunds:write',
    'subscriptions:write',
  ]
  token = (await newToken(acme, scopes)).token
})

/** Requests that the client doesn’t have. */
async function send(method: string, path: string, body?: object, bearer = token) {
  const answer = await fetch(`${site.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
}

const balances = z.object({ balances: z.array(z.object({ balance: z.number() })) })

async function balanceOf(customerId: string): Promise<number | undefined> {
  const { body } = await send('GET', `/customers/${customerId}/balance`)
  return balances.parse(body).balances[0]?.balance
}

it('a seller apologizes with credit, which the next purchase uses', async () => {
  const { customers, products, checkouts, orders } = asBackend(site, token)
  const ada = await customers.create({ email: 'ada@buyer.test' })
  const gift = { amount: 4000, reason: 'The outage of Monday' }
  const given = await send('POST', `/customers/${ada.id}/balance/adjustments`, gift)
  expect(given).toMatchObject({ status: 201, body: { amount: 4000, balance: 4000 } })
  const guide = await products.create({
    name: 'Guide',
    recurringInterval: null,
    prices: [{ amountType: 'fixed', priceAmount: 6000 }],
  })
  const checkout = await checkouts.create({ products: [guide.id], customerId: ada.id })
  const shown = await send('GET', `/checkouts/client/${checkout.clientSecret}`)
  expect(shown.body).toMatchObject({ total_amount: 6000, due_amount: 2000 })
  await asAnonymous(site).checkouts.clientConfirm({
    clientSecret: checkout.clientSecret,
    checkoutConfirmStripe: {
      customerName: 'Ada Buyer',
      customerBillingAddress: { country: 'DE' },
      confirmationTokenId: 'tok_sandbox_ok',
    },
  })
  const order = await vi.waitFor(
    async () => {
      const { result } = await orders.list({ checkoutId: checkout.id })
      const [placed] = result.items
      if (placed === undefined) throw new Error('there is no order yet')
      return placed
    },
    { timeout: 60_000, interval: 50 },
  )
  expect(order).toMatchObject({ status: 'paid', totalAmount: 6000 })
  expect(await balanceOf(ada.id)).toBe(0)
  const { body } = await send('GET', `/customers/${ada.id}/balance/entries`)
  expect(body).toMatchObject({
    items: [
      { type: 'used', amount: -4000, balance: 0, order_id: order.id, checkout_id: checkout.id },
      { type: 'adjusted', amount: 4000, balance: 4000, reason: 'The outage of Monday' },
    ],
  })
})

it('credit that was given can’t be paid out', async () => {
  const { customers } = asBackend(site, token)
  const ben = await customers.create({ email: 'ben@buyer.test' })
  await send('POST', `/customers/${ben.id}/balance/adjustments`, { amount: 500, reason: 'A gift' })
  expect(await send('POST', `/customers/${ben.id}/balance/payouts`, { amount: 500 })).toMatchObject(
    {
      status: 422,
      body: { detail: [{ loc: ['body', 'amount'] }] },
    },
  )
})

it('a customer sees their credit, and is deleted only once it is settled', async () => {
  const { customers, customerSessions } = asBackend(site, token)
  const cleo = await customers.create({ email: 'cleo@buyer.test' })
  await send('POST', `/customers/${cleo.id}/balance/adjustments`, { amount: 500, reason: 'A gift' })
  const session = await customerSessions.create({ customerId: cleo.id })
  const wallets = await send('GET', '/customer-portal/wallets/', undefined, session.token)
  expect(wallets.body).toMatchObject({ items: [{ balance: 500, currency: 'usd' }] })
  const [wallet] = z
    .object({ items: z.array(z.object({ id: z.string() })) })
    .parse(wallets.body).items
  const one = await send('GET', `/customer-portal/wallets/${wallet?.id}`, undefined, session.token)
  expect(one.body).toMatchObject({ balance: 500 })
  await thrown(customers.delete({ id: cleo.id }))
  expect(await balanceOf(cleo.id)).toBe(500)
  const forfeited = await send('DELETE', `/customers/${cleo.id}?forfeit_balance=true`)
  expect(forfeited.status).toBe(204)
  expect(await thrown(customers.get({ id: cleo.id }))).toBeInstanceOf(ResourceNotFound)
})

it('credit of a cheaper plan is paid out, and the customer gets its documents', async () => {
  const { customers, customerSessions, products, orders } = asBackend(site, token)
  const email = 'cleo@buyer.test'
  const cleo = await customers.create({ email })
  const plan = async (priceAmount: number) => {
    const prices = [{ amountType: 'fixed' as const, priceAmount }]
    return (await products.create({ name: 'Plan', recurringInterval: 'month', prices })).id
  }
  const [dear, cheap] = [await plan(9000), await plan(1000)]
  const buyer = { email, customerId: cleo.id, product: dear }
  const { id } = await subscribeAtCheckout(site, asBackend(site, token), buyer)
  const change = { product_id: cheap, proration_behavior: 'invoice' }
  expect(await send('PATCH', `/subscriptions/${id}`, change)).toMatchObject({ status: 200 })
  const paid = await send('POST', `/customers/${cleo.id}/balance/payouts`, { amount: 1000 })
  expect(paid).toMatchObject({ status: 201, body: { items: [{ status: 'succeeded' }] } })
  const { result } = await orders.list({ customerId: cleo.id, sorting: ['created_at'] })
  const order = result.items[0]?.id ?? ''
  await orders.invoice({ id: order })
  const session = await customerSessions.create({ customerId: cleo.id })
  for (const [path, bearer] of [
    ['', token],
    ['/customer-portal', session.token],
  ] as const) {
    const documents = `${path}/orders/${order}/invoices`
    const listed = await send('GET', documents, undefined, bearer)
    const one = textAt(listed.body, 'items', 0, 'id')
    const shown = await send('GET', `${documents}/${one}`, undefined, bearer)
    expect(shown).toMatchObject({ status: 200, body: { url: expect.any(String) } })
  }
})
