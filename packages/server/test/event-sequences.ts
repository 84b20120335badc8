import { isWebhookEventType } from '@guildhall/contract/webhooks/webhook-events'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { confirm, newCheckout } from './checkouts.ts'
import { newCustomer } from './customers.ts'
import { createOrganization, eventsOf, type OwnedOrganization } from './owned-organization.ts'
import { type BillingCalls, newBackend, withNothing, withToken } from './sellers.ts'
import type { TestServer } from './server.ts'
import { type MadeSubscription, newPaidSubscription, newRecurringProduct } from './subscriptions.ts'

const scopes = [
  'organizations:write',
  'products:write',
  'benefits:write',
  'customers:write',
  'customer_sessions:write',
  'checkouts:write',
  'subscriptions:write',
  'orders:write',
  'refunds:write',
] as const

export const dayMilliseconds = 86_400_000

/** The state of a customer without an active subscription, and with one. */
export const noneActive = 'customer.state_changed (0 active)'
export const oneActive = 'customer.state_changed (1 active)'

/** A seller whose events are observed. */
export interface SequenceShop {
  readonly organization: OwnedOrganization
  readonly calls: BillingCalls
  readonly buyer: BillingCalls
  /** Starts a monthly subscription of this amount. */
  readonly subscribe: (amount: number, buyer?: object) => Promise<MadeSubscription>
  readonly change: (subscription: MadeSubscription, change: object) => Promise<void>
  readonly advanceDays: (days: number) => Promise<void>
  /** Advances the clock to so many days after the end of the period. */
  readonly endPeriod: (subscription: MadeSubscription, daysAfter?: number) => Promise<void>
  /** Adds this card as the default. */
  readonly addCard: (subscription: MadeSubscription, card: string) => Promise<void>
  /** All public events so far, one line each. */
  readonly events: () => Promise<string[]>
}

/** An action, and all public events that follow, in order. */
export interface EventSequence {
  readonly title: string
  /** Prepares the action, and returns how to run it. */
  readonly prepare: (shop: SequenceShop) => Promise<() => Promise<unknown>>
  readonly events: readonly string[]
}

export async function newSequenceShop(server: TestServer): Promise<SequenceShop> {
  const organization = await createOrganization(server)
  const calls = await newBackend(server, organization, scopes)
  const succeeds = async (answer: ReturnType<BillingCalls['get']>) => {
    expect((await answer).status).toBeLessThan(300)
  }
  return {
    organization,
    calls,
    buyer: withNothing(server),
    subscribe: async (amount, buyer = {}) => {
      const product = await newRecurringProduct(calls, amount)
      const { id: customer_id } = await newCustomer(calls)
      return newPaidSubscription(server, calls, product, buyer, { customer_id })
    },
    change: ({ id }, change) => succeeds(calls.patch(`/subscriptions/${id}`, change)),
    advanceDays: (days) => succeeds(calls.post('/clock/advance', { days })),
    endPeriod: ({ current_period_end }, daysAfter = 0) => {
      const to = new Date(new Date(current_period_end).getTime() + daysAfter * dayMilliseconds)
      return succeeds(calls.post('/clock/advance', { to: to.toISOString() }))
    },
    addCard: async ({ customer_id }, card) => {
      const { body } = await calls.post('/customer-sessions/', { customer_id })
      const portal = withToken(server, String(body?.['token']))
      const method = {
        confirmation_token_id: card,
        set_default: true,
        return_url: 'http://localhost:3000/portal/acme',
      }
      await succeeds(portal.post('/customer-portal/customers/me/payment-methods', method))
    },
    events: async () => {
      const events = await eventsOf(server, organization)
      return events.filter(({ name }) => isWebhookEventType(name)).map(lineOf)
    },
  }
}

/** Buys a product at a checkout, as an anonymous buyer. */
export async function buy(
  { calls, buyer }: SequenceShop,
  product: { readonly id: string },
  input: object = {},
): Promise<void> {
  const checkout = await newCheckout(calls, [product])
  await confirm(buyer, checkout, input)
}

const state = z.object({
  status: z.optional(z.string()),
  billing_reason: z.optional(z.string()),
  active_subscriptions: z.optional(z.array(z.unknown())),
})

/** The name of an event, and the state of its object. */
function lineOf({ name, payload }: { readonly name: string; readonly payload: unknown }): string {
  const { status, billing_reason, active_subscriptions: active } = state.parse(payload)
  const details = [
    // An organization’s is always the same.
    name.startsWith('organization.') ? undefined : status?.replaceAll('_', ' '),
    name === 'order.created' ? billing_reason : undefined,
    active && `${active.length} active`,
  ].filter((detail) => detail !== undefined)
  return details.length === 0 ? name : `${name} (${details.join(', ')})`
}
