import { expect } from 'vitest'
import * as z from 'zod/mini'
import { confirm, newCheckout } from './checkouts.ts'
import { type MadeCustomer, newCustomer } from './customers.ts'
import { createOrganization, type OwnedOrganization } from './owned-organization.ts'
import type { MadeProduct } from './products.ts'
import { type BillingCalls, newBackend, withNothing, withToken } from './sellers.ts'
import type { TestServer } from './server.ts'
import { newRecurringProduct, subscriptionScopes } from './subscriptions.ts'

/** A seller whose customers strangers know, and a customer in the portal. */
export interface Market {
  readonly server: TestServer
  readonly organization: OwnedOrganization
  readonly seller: BillingCalls
}

export async function openMarket(server: TestServer, settings: object = {}): Promise<Market> {
  const organization = await createOrganization(server)
  const scopes = [
    ...subscriptionScopes,
    'customer_sessions:write',
    'payments:read',
    'refunds:write',
    'meters:write',
    'events:write',
  ] as const
  const seller = await newBackend(server, organization, scopes)
  const answer = await seller.patch(`/organizations/${organization.id}/billing-settings`, {
    allow_multiple_subscriptions: true,
    allow_customer_updates: true,
    ...settings,
  })
  expect(answer).toMatchObject({ status: 200 })
  return { server, organization, seller }
}

export const newMember = ({ seller }: Market): Promise<MadeCustomer> => newCustomer(seller)

/** A seller with one customer. */
export async function openMarketOfOne(server: TestServer, settings: object = {}) {
  const market = await openMarket(server, settings)
  return { market, ada: await newMember(market) }
}

/** Somebody has bought a plan with the address of the only customer. */
export async function buyWithTypedAddress(server: TestServer, card: string, amount = 2000) {
  const { market, ada } = await openMarketOfOne(server)
  const bought = await buyAs(market, await plan(market, amount), { email: ada.email, card })
  return { market, ada, ...bought }
}

type Member = Pick<MadeCustomer, 'id'>

/** A new session that the seller makes, because one lasts an hour only. */
export async function portalOf(
  { seller, server }: Pick<Market, 'seller' | 'server'>,
  { id: customer_id }: Member,
): Promise<BillingCalls> {
  const { body } = await seller.post('/customer-sessions/', { customer_id })
  return withToken(server, String(body?.['token']))
}

interface Bought {
  readonly subscriptionId: string
  /** The buyer’s session. */
  readonly token: string
  readonly session: BillingCalls
}

/** Buys in a browser with a typed address. */
export async function buyAs(
  market: Market,
  product: MadeProduct,
  { email, card }: { readonly email: string; readonly card: string },
): Promise<Bought> {
  const browser = withNothing(market.server)
  const { body } = await browser.post('/checkouts/client/', { product_id: product.id })
  return pay(market, String(body?.['client_secret']), { customer_email: email, card })
}

interface NamedPurchase {
  readonly card: string
  readonly customer_id?: string
  readonly subscription_id?: string
  readonly discount_id?: string
}

/** Buys at a checkout that the seller made for the customer. */
export async function buyNamed(
  market: Market,
  product: MadeProduct,
  { card, ...input }: NamedPurchase,
): Promise<Bought> {
  const checkout = await newCheckout(market.seller, [product], input)
  return pay(market, checkout.client_secret, { card })
}

export async function pay(
  { server, seller }: Market,
  client_secret: string,
  { card, ...input }: { readonly card: string; readonly customer_email?: string },
): Promise<Bought> {
  const buyer = withNothing(server)
  const answer = await confirm(buyer, { client_secret }, { ...input, confirmation_token_id: card })
  expect(answer).toMatchObject({ status: 200 })
  const { intent_client_secret: asked } = metadata.parse(answer.body).payment_processor_metadata
  if (asked !== undefined) await answerBank({ server }, asked)
  await server.settle()
  const { id, customer_session_token: token } = answer.body ?? {}
  const { body } = await seller.get(`/orders/?checkout_id=${String(id)}`)
  const [order] = orders.parse(body).items
  return {
    subscriptionId: order?.subscription_id ?? '',
    token: String(token),
    session: withToken(server, String(token)),
  }
}

const metadata = z.object({
  payment_processor_metadata: z.object({ intent_client_secret: z.optional(z.string()) }),
})

/** What the customer’s browser does when their bank asks. */
export async function answerBank(
  { server }: Pick<Market, 'server'>,
  clientSecret: unknown,
  outcome: 'confirmed' | 'declined' = 'confirmed',
): Promise<void> {
  const path = `/sandbox/authentications/${String(clientSecret)}`
  expect(await withNothing(server).post(path, { outcome })).toMatchObject({ status: 200 })
}

const orders = z.object({ items: z.array(z.object({ subscription_id: z.string() })) })

export const plan = ({ seller }: Market, amount: number): Promise<MadeProduct> =>
  newRecurringProduct(seller, amount)

/** A subscription that costs this much after two days; the customer has no card for it. */
export async function trialOf(
  market: Market,
  { id: customer_id }: Member,
  amount: number,
): Promise<string> {
  const { id: product_id } = await plan(market, amount)
  const trial_end = new Date(Date.now() + 2 * 86_400_000).toISOString()
  const body = { product_id, customer_id, trial_end }
  const answer = await market.seller.post('/subscriptions/', body)
  expect(answer).toMatchObject({ status: 201 })
  return String(answer.body?.['id'])
}

export async function advance({ seller, server }: Market, days: number): Promise<void> {
  expect(await seller.post('/clock/advance', { days })).toMatchObject({ status: 200 })
  await server.settle()
}

export const methodsPath = '/customer-portal/customers/me/payment-methods'

/** Adds a card in the portal, and waits until everything that follows is done. */
export async function addCard(
  market: Market,
  member: Member,
  confirmation_token_id: string,
): Promise<string> {
  const body = { confirmation_token_id, set_default: true, return_url: 'http://localhost:3000' }
  const answer = await (await portalOf(market, member)).post(methodsPath, body)
  expect(answer).toMatchObject({ status: 201 })
  await market.server.settle()
  return String(answer.body?.['id'])
}

const cards = z.object({
  items: z.array(z.object({ default: z.boolean(), card: z.object({ last4: z.string() }) })),
})

/** The last digits of the customer’s cards; the default has an exclamation mark. */
export async function cardsOf(market: Market, member: Member): Promise<string[]> {
  const { body } = await (await portalOf(market, member)).get(methodsPath)
  const { items } = cards.parse(body)
  return items.map((one) => `${one.card.last4}${one.default ? '!' : ''}`)
}

/** What was charged successfully to cards with these last digits, in the order of time. */
export async function chargedTo(
  { server, organization }: Pick<Market, 'server' | 'organization'>,
  last4: string,
): Promise<number[]> {
  const { rows } = await server.database.pool.query<{ amount: number }>(
    `select amount::int from payment
      where organization_id = $1 and status = 'succeeded' and method_metadata ->> 'last4' = $2
      order by created_at, id`,
    [organization.id, last4],
  )
  return rows.map(({ amount }) => amount)
}

export async function statusOf({ seller }: Market, subscription: string): Promise<unknown> {
  return (await seller.get(`/subscriptions/${subscription}`)).body?.['status']
}
