import type { Polar } from '@polar-sh/sdk'
import { expect } from 'vitest'
import type { Site } from '../site.ts'
import { textAt } from '../wire.ts'
import { type Answer, asBackend, newSeller, newToken } from './seller.ts'
import { type Address, asToken, payAtCheckout, subscribeAtCheckout } from './subscriber.ts'

type Subscription = Awaited<ReturnType<typeof subscribeAtCheckout>>
type Order = Awaited<ReturnType<Polar['orders']['get']>>

/** A seller with a sandbox clock, for stories that take months. */
export interface Shop {
  readonly organizationId: string
  readonly polar: Polar
  /** Advances the clock to a day at midnight, or to an instant; runs everything that falls due. */
  advanceTo(when: string): Promise<void>
  createProduct(name: string, dollars: number, interval?: 'month' | 'year'): Promise<string>
  /** Accepts the fields of the API. */
  createDiscount(terms: object): Promise<string>
  /** A note that holders can read. */
  createBenefit(description: string): Promise<string>
  giveWith(product: string, benefits: readonly string[]): Promise<void>
  /** Whom such a list would reach. */
  previewGiving(product: string, benefits: readonly string[]): Promise<Answer>
  subscribe(
    product: string,
    input?: { card?: string; discountId?: string; customerId?: string; address?: Address },
  ): Promise<Subscription>
  /** A customer, by default a new one, pays for a product once. */
  buy(product: string, customerId?: string): Promise<Pick<Subscription, 'customerId'>>
  /** The seller starts a trial for a new customer, until a day, without a card. */
  startTrial(product: string, until: string): Promise<Subscription>
  reload(subscription: Pick<Subscription, 'id'>): Promise<Subscription>
  change(subscription: Pick<Subscription, 'id'>, change: object): Promise<Subscription>
  /** A change that may be refused. */
  tryChange(subscription: Pick<Subscription, 'id'>, change: object): Promise<Answer>
  /** The orders of a customer, one line each, oldest first. */
  billedOrders(subscription: Pick<Subscription, 'customerId'>): Promise<string[]>
  /** The charged amounts in dollars, oldest first. */
  charges(): Promise<number[]>
  /** Operations that the official client doesn’t know. */
  get(path: string): Promise<Answer>
  post(path: string, body: object): Promise<Answer>
  remove(path: string): Promise<Answer>
  updateSettings(change: object): Promise<void>
  /** The invoices and credit notes of an order, oldest first. */
  documentsOf(order: string): Promise<Answer>
  /** `void` or `write-off`. */
  closeOrder(id: string, how: string, comment?: string): Promise<Answer>
  /** The customer adds another card in the portal and makes it the default. */
  addCard(subscription: Pick<Subscription, 'customerId'>, card: string): Promise<void>
}

const scopes = [
  'audit_log:read',
  'benefits:write',
  'refunds:write',
  'checkouts:write',
  'checkout_links:write',
  'disputes:read',
  'products:write',
  'customers:write',
  'customer_sessions:write',
  'discounts:write',
  'license_keys:write',
  'orders:write',
  'payments:read',
  'organizations:write',
  'subscriptions:write',
  'meters:write',
  'events:write',
  'metrics:write',
]

let shops = 0

export async function newShop(site: Site, opensAt: string): Promise<Shop> {
  shops += 1
  const seller = await newSeller(site, `shop-${shops}`)
  const { token } = await newToken(seller, scopes)
  const polar = asBackend(site, token)
  const raw = asToken(site, token)
  let customers = 0
  const tryChange: Shop['tryChange'] = ({ id }, change) => raw.patch(`/subscriptions/${id}`, change)
  const reload: Shop['reload'] = ({ id }) => polar.subscriptions.get({ id })
  const shop: Shop = {
    organizationId: seller.organizationId,
    polar,
    advanceTo: async (when) => {
      const to = new Date(when.length > 10 ? when : `${when}T00:00:00Z`)
      expect(await raw.post('/clock/advance', { to })).toMatchObject({ status: 200 })
    },
    createProduct: async (name, dollars, recurringInterval = 'month') => {
      const price =
        dollars === 0
          ? ({ amountType: 'free' } as const)
          : ({ amountType: 'fixed', priceAmount: dollars * 100 } as const)
      const { id } = await polar.products.create({ name, recurringInterval, prices: [price] })
      return id
    },
    createDiscount: async (terms) => {
      const { status, body } = await raw.post('/discounts/', { name: 'Less', ...terms })
      expect(status).toBe(201)
      return textAt(body, 'id')
    },
    createBenefit: async (description) => {
      const properties = { note: `**${description}**` }
      return (await polar.benefits.create({ type: 'custom', description, properties })).id
    },
    giveWith: async (id, benefits) => {
      const productBenefitsUpdate = { benefits: [...benefits] }
      await polar.products.updateBenefits({ id, productBenefitsUpdate })
      await site.server.settle()
    },
    previewGiving: (id, benefits) => raw.post(`/products/${id}/benefits/preview`, { benefits }),
    subscribe: async (product, input = {}) => {
      customers += 1
      const email = `customer-${customers}@${seller.slug}.test`
      const customerId = input.customerId ?? (await polar.customers.create({ email })).id
      return subscribeAtCheckout(site, polar, { email, ...input, customerId, product })
    },
    buy: async (product, known) => {
      customers += 1
      const email = `customer-${customers}@${seller.slug}.test`
      const customerId = known ?? (await polar.customers.create({ email })).id
      await payAtCheckout(site, polar, { email, customerId, product })
      return { customerId }
    },
    startTrial: async (product_id, until) => {
      customers += 1
      const email = `customer-${customers}@${seller.slug}.test`
      const { id } = await polar.customers.create({ email, billingAddress: { country: 'DE' } })
      const trial_end = `${until}T00:00:00Z`
      const created = await raw.post('/subscriptions/', { product_id, customer_id: id, trial_end })
      expect(created).toMatchObject({ status: 201 })
      return reload({ id: textAt(created.body, 'id') })
    },
    reload,
    tryChange,
    change: async (subscription, change) => {
      expect(await tryChange(subscription, change)).toMatchObject({ status: 200 })
      return reload(subscription)
    },
    charges: async () => {
      const { result } = await polar.payments.list({ status: 'succeeded', sorting: ['created_at'] })
      return result.items.map(({ amount }) => amount / 100)
    },
    billedOrders: async ({ customerId }) => {
      const { result } = await polar.orders.list({
        customerId,
        sorting: ['created_at'],
        limit: 100,
      })
      return result.items.map(lineOf)
    },
    documentsOf: (order) => raw.get(`/orders/${order}/invoices`),
    closeOrder: (id, how, comment) => raw.post(`/orders/${id}/${how}`, { comment }),
    get: (path) => raw.get(path),
    post: (path, body) => raw.post(path, body),
    remove: (path) => raw.remove(path),
    updateSettings: async (change) => {
      const path = `/organizations/${seller.organizationId}/billing-settings`
      expect(await raw.patch(path, change)).toMatchObject({ status: 200 })
    },
    addCard: async ({ customerId }, card) => {
      const { token: session } = await polar.customerSessions.create({ customerId })
      const added = await asToken(site, session).post(
        '/customer-portal/customers/me/payment-methods',
        { confirmation_token_id: card, set_default: true, return_url: site.url },
      )
      expect(added).toMatchObject({ status: 201 })
      await site.server.settle()
    },
  }
  await shop.advanceTo(opensAt)
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
