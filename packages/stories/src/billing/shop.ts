import type { Polar } from '@polar-sh/sdk'
import { expect } from 'vitest'
import type { Site } from '../site.ts'
import { textAt } from '../wire.ts'
import { type Answered, asBackend, newSeller, newToken } from './seller.ts'
import { asToken, subscribeAtCheckout } from './subscriber.ts'

type Subscription = Awaited<ReturnType<typeof subscribeAtCheckout>>
type Order = Awaited<ReturnType<Polar['orders']['get']>>

/** A seller with a clock of their own, in whose time a history is told. */
export interface Shop {
  readonly polar: Polar
  /** A day at midnight, or an instant. All that falls due until then happens on the way. */
  until(when: string): Promise<void>
  sells(name: string, dollars: number, interval?: 'month' | 'year'): Promise<string>
  /** As the API takes it. */
  discounts(terms: object): Promise<string>
  subscribes(product: string, wish?: { card?: string; discountId?: string }): Promise<Subscription>
  /** A customer of the seller’s tries it, until a day; nothing is asked of them. */
  tries(product: string, until: string): Promise<Subscription>
  now(subscription: Pick<Subscription, 'id'>): Promise<Subscription>
  changes(subscription: Pick<Subscription, 'id'>, change: object): Promise<Subscription>
  /** A change that may be refused, and what is answered. */
  asks(subscription: Pick<Subscription, 'id'>, change: object): Promise<Answered>
  /** What was billed and what became of it, a line for each, the oldest first. */
  bill(subscription: Pick<Subscription, 'customerId'>): Promise<string[]>
  /** What cards were charged, in dollars, the oldest first. */
  charges(): Promise<number[]>
  settings(change: object): Promise<void>
  /** The customer leaves another card in the portal, and it becomes the usual one. */
  newCard(subscription: Pick<Subscription, 'customerId'>, card: string): Promise<void>
}

const scopes = [
  'checkouts:write',
  'products:write',
  'customers:write',
  'customer_sessions:write',
  'discounts:write',
  'orders:read',
  'payments:read',
  'organizations:write',
  'subscriptions:write',
]

let shops = 0

export async function newShop(site: Site, opensAt: string): Promise<Shop> {
  shops += 1
  const seller = await newSeller(site, `shop-${shops}`)
  const { token } = await newToken(seller, scopes)
  const polar = asBackend(site, token)
  const raw = asToken(site, token)
  let customers = 0
  const asks: Shop['asks'] = ({ id }, change) => raw.patch(`/subscriptions/${id}`, change)
  const now: Shop['now'] = ({ id }) => polar.subscriptions.get({ id })
  const shop: Shop = {
    polar,
    until: async (when) => {
      const to = new Date(when.length > 10 ? when : `${when}T00:00:00Z`)
      expect(await raw.post('/clock/advance', { to })).toMatchObject({ status: 200 })
    },
    sells: async (name, dollars, recurringInterval = 'month') => {
      const price =
        dollars === 0
          ? ({ amountType: 'free' } as const)
          : ({ amountType: 'fixed', priceAmount: dollars * 100 } as const)
      const { id } = await polar.products.create({ name, recurringInterval, prices: [price] })
      return id
    },
    discounts: async (terms) => {
      const { status, body } = await raw.post('/discounts/', { name: 'Less', ...terms })
      expect(status).toBe(201)
      return textAt(body, 'id')
    },
    subscribes: (product, wish = {}) => {
      customers += 1
      return subscribeAtCheckout(site, polar, {
        email: `customer-${customers}@${seller.slug}.test`,
        product,
        ...wish,
      })
    },
    tries: async (product_id, until) => {
      customers += 1
      const email = `customer-${customers}@${seller.slug}.test`
      const { id } = await polar.customers.create({ email, billingAddress: { country: 'DE' } })
      const trial_end = `${until}T00:00:00Z`
      const begun = await raw.post('/subscriptions/', { product_id, customer_id: id, trial_end })
      expect(begun).toMatchObject({ status: 201 })
      return now({ id: textAt(begun.body, 'id') })
    },
    now,
    asks,
    changes: async (subscription, change) => {
      expect(await asks(subscription, change)).toMatchObject({ status: 200 })
      return now(subscription)
    },
    charges: async () => {
      const { result } = await polar.payments.list({ status: 'succeeded', sorting: ['created_at'] })
      return result.items.map(({ amount }) => amount / 100)
    },
    bill: async ({ customerId }) => {
      const { result } = await polar.orders.list({
        customerId,
        sorting: ['created_at'],
        limit: 100,
      })
      return result.items.map(lineOf)
    },
    settings: async (change) => {
      const path = `/organizations/${seller.organizationId}/billing-settings`
      expect(await raw.patch(path, change)).toMatchObject({ status: 200 })
    },
    newCard: async ({ customerId }, card) => {
      const { token: session } = await polar.customerSessions.create({ customerId })
      const added = await asToken(site, session).post(
        '/customer-portal/customers/me/payment-methods',
        { confirmation_token_id: card, set_default: true, return_url: site.url },
      )
      expect(added).toMatchObject({ status: 201 })
      await site.server.settle()
    },
  }
  await shop.until(opensAt)
  return shop
}

const reasons: Readonly<Record<string, string>> = {
  subscription_create: 'first',
  subscription_cycle: 'renewal',
  subscription_update: 'change',
}

/** “2031-01-31 first 30.00 paid” */
const lineOf = ({ createdAt, billingReason, netAmount, status }: Order): string =>
  [
    createdAt.toISOString().slice(0, 10),
    reasons[billingReason],
    (netAmount / 100).toFixed(2),
    status,
  ].join(' ')
