import * as z from 'zod/mini'
import { createOrganization, type OwnedOrganization } from './owned-organization.ts'
import { fixedPrice, freePrice, type MadeProduct, newProduct } from './products.ts'
import { type BillingAnswer, type BillingCalls, newBackend, withNothing } from './sellers.ts'
import type { TestServer } from './server.ts'

interface Shop {
  readonly organization: OwnedOrganization
  readonly seller: BillingCalls
  readonly buyer: BillingCalls
}

/** An organization that sells at checkouts, and an anonymous buyer. */
export async function openShop(server: TestServer): Promise<Shop> {
  const organization = await createOrganization(server)
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

/** A monthly product of 29 dollars. */
export const newMonthly = (seller: BillingCalls, options: object = {}): Promise<MadeProduct> =>
  newProduct(seller, { recurring_interval: 'month', prices: [fixedPrice(2900)], ...options })

export const newFreeMonthly = (seller: BillingCalls): Promise<MadeProduct> =>
  newMonthly(seller, { prices: [freePrice] })

/** The orders of a checkout, as the API lists them. */
export async function ordersOfCheckout(
  seller: BillingCalls,
  { id }: { readonly id: string },
): Promise<BillingAnswer['body']> {
  const { body } = await seller.get(`/orders/?checkout_id=${id}`)
  return body
}

export const allowSeveral = (
  seller: BillingCalls,
  { id }: OwnedOrganization,
): Promise<BillingAnswer> =>
  seller.patch(`/organizations/${id}/billing-settings`, { allow_multiple_subscriptions: true })

/** The refusal of a second subscription. */
export const secondRefused = '403 AlreadyActiveSubscriptionError'

const storedRow = z.object({
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
  { id }: Pick<OwnedOrganization, 'id'>,
): Promise<z.output<typeof storedRow>[]> {
  const { rows } = await database.pool.query(
    `select id, status, customer_id, product_id, checkout_id, discount_id, amount::int,
            payment_method_id is not null as keeps_card
       from subscription where organization_id = $1 order by created_at, id`,
    [id],
  )
  return z.array(storedRow).parse(rows)
}

/** The secret that authentication at the buyer’s bank needs. */
export function intentSecretOf({ body }: BillingAnswer): string {
  const metadata = z.object({ intent_client_secret: z.string() })
  return metadata.parse(body?.['payment_processor_metadata']).intent_client_secret
}
