import type { Scope } from '@guildhall/contract/organizations/scopes'
import { expect, vi } from 'vitest'
import * as z from 'zod/mini'
import { confirm, newCheckout } from './checkouts.ts'
import { newCustomer } from './customers.ts'
import type { OwnedOrganization } from './owned-organization.ts'
import { fixedPrice, freePrice, type MadeProduct, newProduct } from './products.ts'
import { type BillingCalls, newBackend, withNothing } from './sellers.ts'
import type { TestServer } from './server.ts'

const subscription = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number(),
  customer_id: z.string(),
  product_id: z.string(),
  discount_id: z.nullable(z.string()),
  cancel_at_period_end: z.boolean(),
  current_period_start: z.string(),
  current_period_end: z.string(),
})

export type MadeSubscription = z.output<typeof subscription>

export const readSubscription = (body: unknown): MadeSubscription => subscription.parse(body)

/** What tests of subscriptions need. */
export const subscriptionScopes: readonly Scope[] = [
  'checkouts:write',
  'products:write',
  'discounts:write',
  'customers:write',
  'orders:read',
  'refunds:read',
  'organizations:write',
  'subscriptions:write',
  'meters:write',
]

export const subscriptionCalls = (server: TestServer, organization: OwnedOrganization) =>
  newBackend(server, organization, subscriptionScopes)

/** A monthly product, unless the options say otherwise. */
export const newRecurringProduct = (
  calls: BillingCalls,
  amount: number,
  options: object = {},
): Promise<MadeProduct> =>
  newProduct(calls, {
    name: amount === 0 ? 'Free plan' : `Plan of ${amount}`,
    recurring_interval: 'month',
    prices: [amount === 0 ? freePrice : fixedPrice(amount)],
    ...options,
  })

/** A new customer’s subscription to a new free product. */
export async function newFreeSubscription(
  calls: BillingCalls,
  options: object = {},
): Promise<MadeSubscription> {
  const { id: product_id } = await newRecurringProduct(calls, 0)
  const { id: customer_id } = await newCustomer(calls)
  const answer = await calls.post('/subscriptions/', { product_id, customer_id, ...options })
  expect(answer).toMatchObject({ status: 201 })
  return readSubscription(answer.body)
}

/** A subscription that is bought at a checkout, whose card is stored. */
export async function newPaidSubscription(
  server: TestServer,
  calls: BillingCalls,
  product: { readonly id: string },
  buyer: object = {},
  input: object = {},
): Promise<MadeSubscription> {
  const checkout = await newCheckout(calls, [product], input)
  expect(await confirm(withNothing(server), checkout, buyer)).toMatchObject({ status: 200 })
  return vi.waitFor(
    async () => {
      const done = await calls.get(`/checkouts/${checkout.id}`)
      expect(done.body).toMatchObject({ status: 'succeeded' })
      const customer = z.string().parse(done.body?.['customer_id'])
      const { body } = await calls.get(`/subscriptions/?customer_id=${customer}`)
      return z.object({ items: z.tuple([subscription]) }).parse(body).items[0]
    },
    { timeout: 30_000, interval: 50 },
  )
}
