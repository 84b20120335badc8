import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { makeCheckout } from './buyers.ts'
import type { serverWithOperator } from './operators.ts'
import type { Organization } from './organizations.ts'

type App = ReturnType<typeof serverWithOperator>

interface Purchase {
  /** One-time products can be bought as well. */
  product: string
  email: string
  /** An existing customer, who then is known to be the buyer. */
  customerId?: string
  name?: string
  /** A confirmation token of the sandbox. */
  token?: string
  /** The default country has no tax, so totals equal prices. */
  country?: string
}

interface Seller {
  sellerPage: Page
  organization: Organization
}

/** Buys a recurring product by the API; returns the subscription's id. */
export async function subscribe(app: App, seller: Seller, purchase: Purchase): Promise<string> {
  const checkoutId = await buy(app, seller, purchase)
  const all = await subscriptionsOf(seller.sellerPage, seller.organization)
  const subscription = all.find((one) => one.checkout_id === checkoutId)
  assert(subscription !== undefined, 'a completed purchase starts a subscription')
  return subscription.id
}

/** Buys a product by the API; returns the checkout's id. */
export async function buy(
  { server }: App,
  { sellerPage, organization }: Seller,
  {
    product,
    email,
    customerId,
    name = 'Bea Buyer',
    token = 'tok_sandbox_ok',
    country = 'NO',
  }: Purchase,
): Promise<string> {
  const checkout = await makeCheckout(sellerPage, organization, {
    products: [product],
    ...(customerId !== undefined && { customer_id: customerId }),
  })
  const secret = checkout.path.split('/').at(-1)
  const confirmed = await fetch(`${server.url}/v1/checkouts/client/${secret}/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      customer_email: email,
      customer_name: name,
      customer_billing_address: { country },
      confirmation_token_id: token,
    }),
  })
  const answer = await confirmed.text()
  assert.equal(confirmed.status, 200, answer)
  const asked = JSON.parse(answer).payment_processor_metadata.intent_client_secret
  if (asked !== undefined) await approve(server.url, asked)
  await server.settle()
  return checkout.id
}

/** What the buyer’s browser does when their bank asks. */
async function approve(url: string, clientSecret: string): Promise<void> {
  const answered = await fetch(`${url}/v1/sandbox/authentications/${clientSecret}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'confirmed' }),
  })
  assert.equal(answered.status, 200)
}

interface Subscription {
  id: string
  checkout_id: string | null
  status: string
}

async function subscriptionsOf(sellerPage: Page, { id }: Organization): Promise<Subscription[]> {
  const answer = await sellerPage.request.get(`/v1/subscriptions/?organization_id=${id}&limit=100`)
  assert.equal(answer.status(), 200, await answer.text())
  const { items } = await answer.json()
  return items
}

/** Subscribes a customer to a free product as the seller. */
export async function createFreeSubscription(
  sellerPage: Page,
  data: { product_id: string; customer_id: string },
): Promise<string> {
  const headers = { origin: new URL(sellerPage.url()).origin }
  const answer = await sellerPage.request.post('/v1/subscriptions/', { data, headers })
  assert.equal(answer.status(), 201, await answer.text())
  const { id } = await answer.json()
  return id
}

/** Updates a subscription by the seller's API. */
export async function updateSubscription(
  sellerPage: Page,
  id: string,
  data: object,
): Promise<void> {
  const headers = { origin: new URL(sellerPage.url()).origin }
  const answer = await sellerPage.request.patch(`/v1/subscriptions/${id}`, { data, headers })
  assert.equal(answer.status(), 200, await answer.text())
}

/** Advances an organization's clock, which then stands still. */
export async function advanceClock(
  sellerPage: Page,
  { id }: Organization,
  by: { days: number },
): Promise<void> {
  const headers = { origin: new URL(sellerPage.url()).origin }
  const data = { organization_id: id, ...by }
  const answer = await sellerPage.request.post('/v1/clock/advance', { data, headers })
  assert.equal(answer.status(), 200, await answer.text())
}
