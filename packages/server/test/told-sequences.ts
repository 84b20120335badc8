import { isWebhookEventType } from '@guildhall/contract/webhooks/events'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { confirm, newCheckout } from './checkouts.ts'
import { eventsOf, type Founded, found } from './founding.ts'
import { type BillingCalls, newBackend, withNothing, withToken } from './sellers.ts'
import type { TestServer } from './server.ts'
import { type MadeSubscription, newPaidSubscription, newPlan } from './subscriptions.ts'

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

/** What is told of a customer without a subscription, and with one. */
export const noneActive = 'customer.state_changed (0 active)'
export const oneActive = 'customer.state_changed (1 active)'

/** A seller of whom one thing after the other is told. */
export interface ToldShop {
  readonly organization: Founded
  readonly calls: BillingCalls
  readonly buyer: BillingCalls
  /** Somebody who pays for it each month. */
  readonly subscribed: (amount: number, buyer?: object) => Promise<MadeSubscription>
  readonly change: (subscription: MadeSubscription, wish: object) => Promise<void>
  readonly daysGoBy: (days: number) => Promise<void>
  /** Until so many days after the end of its period. */
  readonly periodEnds: (subscription: MadeSubscription, daysAgo?: number) => Promise<void>
  /** Makes this card the one that is charged. */
  readonly leaveCard: (subscription: MadeSubscription, card: string) => Promise<void>
  /** What endpoints are told by then, a line each. */
  readonly told: () => Promise<string[]>
}

/** Something that happens, and all that endpoints are told of it, in order. */
export interface ToldTransition {
  readonly happens: string
  /** Prepares it, and answers how it is brought about. */
  readonly prepare: (shop: ToldShop) => Promise<() => Promise<unknown>>
  readonly told: readonly string[]
}

export async function newToldShop(server: TestServer): Promise<ToldShop> {
  const organization = await found(server)
  const calls = await newBackend(server, organization, scopes)
  const isDone = async (asked: ReturnType<BillingCalls['get']>) => {
    expect((await asked).status).toBeLessThan(300)
  }
  return {
    organization,
    calls,
    buyer: withNothing(server),
    subscribed: async (amount, buyer = {}) =>
      newPaidSubscription(server, calls, await newPlan(calls, amount), buyer),
    change: ({ id }, wish) => isDone(calls.patch(`/subscriptions/${id}`, wish)),
    daysGoBy: (days) => isDone(calls.post('/clock/advance', { days })),
    periodEnds: ({ current_period_end }, daysAgo = 0) => {
      const to = new Date(new Date(current_period_end).getTime() + daysAgo * dayMilliseconds)
      return isDone(calls.post('/clock/advance', { to: to.toISOString() }))
    },
    leaveCard: async ({ customer_id }, card) => {
      const { body } = await calls.post('/customer-sessions/', { customer_id })
      const portal = withToken(server, String(body?.['token']))
      const wish = {
        confirmation_token_id: card,
        set_default: true,
        return_url: 'http://localhost:3000/portal/acme',
      }
      await isDone(portal.post('/customer-portal/customers/me/payment-methods', wish))
    },
    told: async () => {
      const events = await eventsOf(server, organization)
      return events.filter(({ name }) => isWebhookEventType(name)).map(lineOf)
    },
  }
}

/** Buys a product at a checkout, by whoever it is. */
export async function buys(
  { calls, buyer }: ToldShop,
  product: { readonly id: string },
  wish: object = {},
): Promise<void> {
  const checkout = await newCheckout(calls, [product])
  await confirm(buyer, checkout, wish)
}

const state = z.object({
  status: z.optional(z.string()),
  billing_reason: z.optional(z.string()),
  active_subscriptions: z.optional(z.array(z.unknown())),
})

/** The name of an event, and how what it tells of stands. */
function lineOf({ name, payload }: { readonly name: string; readonly payload: unknown }): string {
  const { status, billing_reason, active_subscriptions: active } = state.parse(payload)
  const words = [
    status?.replaceAll('_', ' '),
    name === 'order.created' ? billing_reason : undefined,
    active && `${active.length} active`,
  ].filter((word) => word !== undefined)
  return words.length === 0 ? name : `${name} (${words.join(', ')})`
}
