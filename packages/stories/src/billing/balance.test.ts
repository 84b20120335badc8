import { beforeAll, expect, it, vi } from 'vitest'
import { testSite } from '../site.ts'
import { asAnonymous, asBackend, call, newSeller, newToken, type Seller } from './seller.ts'

const site = testSite()
let acme: Seller
let token: string

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  const scopes = ['checkouts:write', 'products:write', 'orders:read', 'refunds:write']
  token = (await newToken(acme, scopes)).token
})

/** Requests from a seller’s backend; the client doesn’t have these operations. */
async function get(path: string): Promise<unknown> {
  const answer = await fetch(`${site.url}/v1${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(200)
  return answer.json()
}

const inDashboard = (path: string) =>
  call(acme.person, 'GET', `${path}?organization_id=${acme.organizationId}`)

/** A buyer from Germany buys a guide for $10 and tax. Returns the order. */
async function sellGuide() {
  const german = { organization_id: acme.organizationId, country: 'DE' }
  expect((await call(acme.person, 'POST', '/tax-registrations/', german)).status).toBe(201)
  const { products, checkouts, orders } = asBackend(site, token)
  const { id } = await products.create({
    name: 'Guide',
    recurringInterval: null,
    prices: [{ amountType: 'fixed', priceAmount: 1000 }],
  })
  const { id: checkoutId, clientSecret } = await checkouts.create({ products: [id] })
  await asAnonymous(site).checkouts.clientConfirm({
    clientSecret,
    checkoutConfirmStripe: {
      customerEmail: 'ada@buyer.test',
      customerName: 'Ada Buyer',
      customerBillingAddress: { country: 'DE' },
      confirmationTokenId: 'tok_sandbox_ok',
    },
  })
  return vi.waitFor(
    async () => {
      const { result } = await orders.list({ checkoutId })
      const [order] = result.items
      if (order === undefined) throw new Error('there is no order yet')
      return order
    },
    { timeout: 60_000, interval: 50 },
  )
}

it('the balance of a new seller is empty for the backend and in the dashboard', async () => {
  const balance = { balances: [] }
  const entries = { items: [], pagination: { total_count: 0, max_page: 0 } }
  expect(await get('/balance')).toEqual(balance)
  expect(await get('/balance/entries')).toEqual(entries)
  expect(await inDashboard('/balance')).toEqual({ status: 200, body: balance })
  expect(await inDashboard('/balance/entries')).toEqual({ status: 200, body: entries })
})

it('sales and refunds change the balance immediately', async () => {
  const order = await sellGuide()
  const { refunds } = asBackend(site, token)
  await refunds.create({ orderId: order.id, reason: 'other', amount: 400 })
  await vi.waitFor(
    async () =>
      expect(await get('/balance')).toEqual({
        balances: [
          {
            currency: 'usd',
            available_amount: 600,
            sold_amount: 1000,
            refunded_amount: 400,
            disputed_amount: 0,
            lost_amount: 0,
            processor_fee_amount: 0,
            customer_balance_amount: 0,
            settled_amount: 0,
            adjusted_amount: 0,
            tax_amount: 114,
            taxes: [{ country: 'DE', state: null, amount: 114 }],
          },
        ],
      }),
    { timeout: 60_000, interval: 50 },
  )
  expect(await get(`/balance/entries?order_id=${order.id}`)).toMatchObject({
    items: [
      { type: 'refund', amount: -400, tax_amount: -76 },
      { type: 'payment', amount: 1000, tax_amount: 190, order_id: order.id },
    ],
  })
})
