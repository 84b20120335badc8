import * as z from 'zod/mini'
import { type Founded, found } from './founding.ts'
import { fixedPrice, freePrice, type MadeProduct, newProduct } from './products.ts'
import { type BillingAnswer, type BillingCalls, newBackend, withNothing } from './sellers.ts'
import type { TestServer } from './server.ts'

interface Shop {
  readonly organization: Founded
  readonly seller: BillingCalls
  readonly buyer: BillingCalls
}

/** An organization that sells at checkouts, and whoever buys there. */
export async function openShop(server: TestServer): Promise<Shop> {
  const organization = await found(server)
  return {
    organization,
    seller: await newBackend(server, organization, [
      'checkouts:write',
      'products:write',
      'discounts:write',
      'customers:write',
      'orders:read',
      'organizations:write',
    ]),
    buyer: withNothing(server),
  }
}

/** What is billed every month, or as it is wished. */
export const newMonthly = (seller: BillingCalls, wish: object = {}): Promise<MadeProduct> =>
  newProduct(seller, { recurring_interval: 'month', prices: [fixedPrice(2900)], ...wish })

export const newFreely = (seller: BillingCalls): Promise<MadeProduct> =>
  newMonthly(seller, { prices: [freePrice] })

/** What a checkout has ordered, as it is listed. */
export async function ordersOfCheckout(
  seller: BillingCalls,
  { id }: { readonly id: string },
): Promise<BillingAnswer['body']> {
  const { body } = await seller.get(`/orders/?checkout_id=${id}`)
  return body
}

export const allowSeveral = (seller: BillingCalls, { id }: Founded): Promise<BillingAnswer> =>
  seller.patch(`/organizations/${id}/billing-settings`, { allow_multiple_subscriptions: true })

/** What is said to who has a subscription already. */
export const second = '403 AlreadyActiveSubscriptionError'

const held = z.object({
  id: z.string(),
  status: z.string(),
  customer_id: z.string(),
  product_id: z.string(),
  checkout_id: z.nullable(z.string()),
  discount_id: z.nullable(z.string()),
  amount: z.number(),
  keeps_card: z.boolean(),
})

/** All subscriptions of an organization as they are stored, the oldest first. */
export async function subscriptionsOf(
  { database }: Pick<TestServer, 'database'>,
  { id }: Pick<Founded, 'id'>,
): Promise<z.output<typeof held>[]> {
  const { rows } = await database.pool.query(
    `select id, status, customer_id, product_id, checkout_id, discount_id, amount::int,
            payment_method_id is not null as keeps_card
       from subscription where organization_id = $1 order by created_at, id`,
    [id],
  )
  return z.array(held).parse(rows)
}

/** What the buyer’s bank is told. */
export function secretIn({ body }: BillingAnswer): string {
  const told = z.object({ intent_client_secret: z.string() })
  return told.parse(body?.['payment_processor_metadata']).intent_client_secret
}
