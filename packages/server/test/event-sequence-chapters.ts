import * as z from 'zod/mini'
import { newBenefit } from './benefits.ts'
import { confirm, newCheckout } from './checkouts.ts'
import { newCustomer } from './customers.ts'
import { buy, type EventSequence, noneActive, oneActive } from './event-sequences.ts'
import { newProduct } from './products.ts'
import { renewals, subscriptions } from './subscription-event-sequences.ts'
import { newRecurringProduct } from './subscriptions.ts'

interface Chapter {
  readonly title: string
  readonly sequences: readonly EventSequence[]
}

const checkouts: readonly EventSequence[] = [
  {
    title: 'A checkout is opened',
    prepare: async ({ calls }) => {
      const product = await newProduct(calls)
      return () => newCheckout(calls, [product])
    },
    events: ['checkout.created (open)'],
  },
  {
    title: 'A new customer buys a one-time product',
    prepare: async ({ calls, buyer }) => {
      const checkout = await newCheckout(calls, [await newProduct(calls)])
      return () => confirm(buyer, checkout)
    },
    events: [
      'checkout.updated (confirmed)',
      'customer.created',
      noneActive,
      'order.created (paid, purchase)',
      'order.paid (paid)',
      'checkout.updated (succeeded)',
    ],
  },
  {
    title: 'A known customer buys a one-time product',
    prepare: async ({ calls, buyer }) => {
      const known = { name: 'Ada Buyer', billing_address: { country: 'DE' } }
      const { id, email } = await newCustomer(calls, known)
      const product = await newProduct(calls)
      const checkout = await newCheckout(calls, [product], { customer_id: id })
      return () => confirm(buyer, checkout, { customer_email: email })
    },
    events: [
      'checkout.updated (confirmed)',
      'order.created (paid, purchase)',
      'order.paid (paid)',
      'checkout.updated (succeeded)',
    ],
  },
  {
    title: 'A new customer subscribes',
    prepare: async ({ calls, buyer }) => {
      const checkout = await newCheckout(calls, [await newRecurringProduct(calls, 3000)])
      return () => confirm(buyer, checkout)
    },
    events: [
      'checkout.updated (confirmed)',
      'customer.created',
      noneActive,
      'subscription.created (active)',
      'subscription.active (active)',
      'subscription.updated (active)',
      'order.created (paid, subscription_create)',
      'order.paid (paid)',
      'checkout.updated (succeeded)',
      oneActive,
    ],
  },
  {
    title: 'A card is declined',
    prepare: async ({ calls, buyer }) => {
      const checkout = await newCheckout(calls, [await newProduct(calls)])
      return () => confirm(buyer, checkout, { confirmation_token_id: 'tok_sandbox_declined' })
    },
    events: [
      'checkout.updated (confirmed)',
      'customer.created',
      noneActive,
      'checkout.updated (open)',
    ],
  },
  {
    title: 'A checkout expires',
    prepare: async ({ calls, advanceDays }) => {
      await newCheckout(calls, [await newProduct(calls)])
      return () => advanceDays(2)
    },
    events: ['checkout.updated (expired)'],
  },
]

const refund = (title: string, amount: number, events: readonly string[]): EventSequence => ({
  title,
  prepare: async (shop) => {
    await buy(shop, await newProduct(shop.calls))
    await shop.events()
    const { body } = await shop.calls.get('/orders/')
    const { items } = z.object({ items: z.tuple([z.object({ id: z.string() })]) }).parse(body)
    const refunded = { order_id: items[0].id, reason: 'customer_request', amount }
    return () => shop.calls.post('/refunds/', refunded)
  },
  events,
})

const refunds: readonly EventSequence[] = [
  refund('An order is fully refunded', 1000, [
    'refund.created (succeeded)',
    'order.updated (refunded)',
    'order.refunded (refunded)',
  ]),
  refund('An order is partially refunded', 100, [
    'refund.created (succeeded)',
    'order.updated (partially refunded)',
    'order.refunded (partially refunded)',
  ]),
]

const customers: readonly EventSequence[] = [
  {
    title: 'A customer is created',
    prepare:
      async ({ calls }) =>
      () =>
        newCustomer(calls),
    events: ['customer.created', noneActive],
  },
  {
    title: 'A customer is updated',
    prepare: async ({ calls }) => {
      const { id } = await newCustomer(calls)
      return () => calls.patch(`/customers/${id}`, { name: 'Ada' })
    },
    events: ['customer.updated', noneActive],
  },
  {
    title: 'A customer is deleted',
    prepare: async ({ calls }) => {
      const { id } = await newCustomer(calls)
      return () => calls.remove(`/customers/${id}`)
    },
    events: ['customer.deleted', noneActive],
  },
  {
    title: 'A customer with a subscription is deleted',
    prepare: async ({ calls, subscribe }) => {
      const { customer_id } = await subscribe(3000)
      return () => calls.remove(`/customers/${customer_id}`)
    },
    events: [
      'customer.deleted',
      oneActive,
      'subscription.updated (canceled)',
      'subscription.canceled (canceled)',
      'subscription.revoked (canceled)',
      noneActive,
    ],
  },
]

const sellers: readonly EventSequence[] = [
  {
    title: 'A product is created',
    prepare:
      async ({ calls }) =>
      () =>
        newProduct(calls),
    events: ['product.created'],
  },
  {
    title: 'A product is updated',
    prepare: async ({ calls }) => {
      const { id } = await newProduct(calls)
      return () => calls.patch(`/products/${id}`, { name: 'Lessons' })
    },
    events: ['product.updated'],
  },
  {
    title: 'A benefit is created',
    prepare:
      async ({ calls }) =>
      () =>
        newBenefit(calls),
    events: ['benefit.created'],
  },
  {
    title: 'A benefit is updated',
    prepare: async ({ calls }) => {
      const { id } = await newBenefit(calls)
      return () => calls.patch(`/benefits/${id}`, { type: 'custom', description: 'Lessons' })
    },
    events: ['benefit.updated'],
  },
  {
    title: 'The organization is updated',
    prepare:
      async ({ calls, organization }) =>
      () =>
        calls.patch(`/organizations/${organization.id}`, { email: 'mail@acme.test' }),
    events: ['organization.updated'],
  },
]

export const sequenceChapters: readonly Chapter[] = [
  { title: 'Checkouts', sequences: checkouts },
  { title: 'Subscriptions', sequences: subscriptions },
  { title: 'Renewals', sequences: renewals },
  { title: 'Refunds', sequences: refunds },
  { title: 'Customers', sequences: customers },
  { title: 'Seller objects', sequences: sellers },
]
