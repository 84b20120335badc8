import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { makeCheckout } from './buyers.ts'
import type { serverWithOperator } from './operators.ts'
import type { Organization } from './organizers.ts'

type Place = ReturnType<typeof serverWithOperator>

interface Wish {
  product: string
  email: string
  name?: string
  /** Of the sandbox. */
  token?: string
  /** Whose tax is none: sums are what products cost. */
  country?: string
}

/** Somebody buys a product that renews, without a browser of their own; answers the subscription. */
export async function subscribe(
  { server }: Place,
  { desk, organization }: { desk: Page; organization: Organization },
  { product, email, name = 'Bea Buyer', token = 'tok_sandbox_ok', country = 'NO' }: Wish,
): Promise<string> {
  const checkout = await makeCheckout(desk, organization, { products: [product] })
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
  assert.equal(confirmed.status, 200, await confirmed.text())
  await server.settle()
  const all = await subscriptionsOf(desk, organization)
  const begun = all.find((one) => one.checkout_id === checkout.id)
  assert(begun !== undefined, 'a purchase that is through has begun a subscription')
  return begun.id
}

interface Shown {
  id: string
  checkout_id: string | null
  status: string
}

/** As the seller sees them. */
async function subscriptionsOf(desk: Page, { id }: Organization): Promise<Shown[]> {
  const answer = await desk.request.get(`/v1/subscriptions/?organization_id=${id}&limit=100`)
  assert.equal(answer.status(), 200, await answer.text())
  const { items } = await answer.json()
  return items
}

/** To something free, by its seller. */
export async function giveFree(
  desk: Page,
  data: { product_id: string; customer_id: string },
): Promise<string> {
  const headers = { origin: new URL(desk.url()).origin }
  const answer = await desk.request.post('/v1/subscriptions/', { data, headers })
  assert.equal(answer.status(), 201, await answer.text())
  const { id } = await answer.json()
  return id
}

/** Changes one as the seller's code does. */
export async function change(desk: Page, id: string, data: object): Promise<void> {
  const headers = { origin: new URL(desk.url()).origin }
  const answer = await desk.request.patch(`/v1/subscriptions/${id}`, { data, headers })
  assert.equal(answer.status(), 200, await answer.text())
}

/** Moves the time of an organization on, after which it stands still. */
export async function advance(
  desk: Page,
  { id }: Organization,
  by: { days: number },
): Promise<void> {
  const headers = { origin: new URL(desk.url()).origin }
  const data = { organization_id: id, ...by }
  const answer = await desk.request.post('/v1/clock/advance', { data, headers })
  assert.equal(answer.status(), 200, await answer.text())
}
