import * as z from 'zod/mini'
import { newBenefit } from './benefits.ts'
import { confirm, newCheckout } from './checkouts.ts'
import { newCustomer } from './customers.ts'
import { newProduct } from './products.ts'
import { newPlan } from './subscriptions.ts'
import { buys, noneActive, oneActive, type ToldTransition } from './told-sequences.ts'
import { renewals, subscriptions } from './told-subscriptions.ts'

interface Chapter {
  readonly title: string
  readonly transitions: readonly ToldTransition[]
}

const checkouts: readonly ToldTransition[] = [
  {
    happens: 'A checkout is opened',
    prepare: async ({ calls }) => {
      const product = await newProduct(calls)
      return () => newCheckout(calls, [product])
    },
    told: ['checkout.created (open)'],
  },
  {
    happens: 'Somebody new pays once',
    prepare: async ({ calls, buyer }) => {
      const checkout = await newCheckout(calls, [await newProduct(calls)])
      return () => confirm(buyer, checkout)
    },
    told: [
      'checkout.updated (confirmed)',
      'customer.created',
      noneActive,
      'order.created (paid, purchase)',
      'order.paid (paid)',
      'checkout.updated (succeeded)',
    ],
  },
  {
    happens: 'A customer whom the seller knows pays once',
    prepare: async ({ calls, buyer }) => {
      const wish = { name: 'Ada Buyer', billing_address: { country: 'DE' } }
      const { id, email } = await newCustomer(calls, wish)
      const product = await newProduct(calls)
      const checkout = await newCheckout(calls, [product], { customer_id: id })
      return () => confirm(buyer, checkout, { customer_email: email })
    },
    told: [
      'checkout.updated (confirmed)',
      'order.created (paid, purchase)',
      'order.paid (paid)',
      'checkout.updated (succeeded)',
    ],
  },
  {
    happens: 'Somebody new subscribes',
    prepare: async ({ calls, buyer }) => {
      const checkout = await newCheckout(calls, [await newPlan(calls, 3000)])
      return () => confirm(buyer, checkout)
    },
    told: [
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
    happens: 'A card is declined',
    prepare: async ({ calls, buyer }) => {
      const checkout = await newCheckout(calls, [await newProduct(calls)])
      return () => confirm(buyer, checkout, { confirmation_token_id: 'tok_sandbox_declined' })
    },
    told: [
      'checkout.updated (confirmed)',
      'customer.created',
      noneActive,
      'checkout.updated (open)',
    ],
  },
  {
    happens: 'A checkout expires',
    prepare: async ({ calls, daysGoBy }) => {
      await newCheckout(calls, [await newProduct(calls)])
      return () => daysGoBy(2)
    },
    told: ['checkout.updated (expired)'],
  },
]

const refund = (happens: string, amount: number, told: readonly string[]): ToldTransition => ({
  happens,
  prepare: async (shop) => {
    await buys(shop, await newProduct(shop.calls))
    await shop.told()
    const { body } = await shop.calls.get('/orders/')
    const { items } = z.object({ items: z.tuple([z.object({ id: z.string() })]) }).parse(body)
    const wish = { order_id: items[0].id, reason: 'customer_request', amount }
    return () => shop.calls.post('/refunds/', wish)
  },
  told,
})

const refunds: readonly ToldTransition[] = [
  refund('All of an order is refunded', 1000, [
    'refund.created (succeeded)',
    'order.updated (refunded)',
    'order.refunded (refunded)',
  ]),
  refund('A part of an order is refunded', 100, [
    'refund.created (succeeded)',
    'order.updated (partially refunded)',
    'order.refunded (partially refunded)',
  ]),
]

const customers: readonly ToldTransition[] = [
  {
    happens: 'A customer is created',
    prepare:
      async ({ calls }) =>
      () =>
        newCustomer(calls),
    told: ['customer.created', noneActive],
  },
  {
    happens: 'A customer is changed',
    prepare: async ({ calls }) => {
      const { id } = await newCustomer(calls)
      return () => calls.patch(`/customers/${id}`, { name: 'Ada' })
    },
    told: ['customer.updated', noneActive],
  },
  {
    happens: 'A customer is deleted',
    prepare: async ({ calls }) => {
      const { id } = await newCustomer(calls)
      return () => calls.remove(`/customers/${id}`)
    },
    told: ['customer.deleted', noneActive],
  },
  {
    happens: 'A subscriber is deleted',
    prepare: async ({ calls, subscribed }) => {
      const { customer_id } = await subscribed(3000)
      return () => calls.remove(`/customers/${customer_id}`)
    },
    told: [
      'customer.deleted',
      oneActive,
      'subscription.updated (canceled)',
      'subscription.canceled (canceled)',
      'subscription.revoked (canceled)',
      noneActive,
    ],
  },
]

const sellers: readonly ToldTransition[] = [
  {
    happens: 'A product is created',
    prepare:
      async ({ calls }) =>
      () =>
        newProduct(calls),
    told: ['product.created'],
  },
  {
    happens: 'A product is changed',
    prepare: async ({ calls }) => {
      const { id } = await newProduct(calls)
      return () => calls.patch(`/products/${id}`, { name: 'Lessons' })
    },
    told: ['product.updated'],
  },
  {
    happens: 'A benefit is created',
    prepare:
      async ({ calls }) =>
      () =>
        newBenefit(calls),
    told: ['benefit.created'],
  },
  {
    happens: 'A benefit is changed',
    prepare: async ({ calls }) => {
      const { id } = await newBenefit(calls)
      return () => calls.patch(`/benefits/${id}`, { type: 'custom', description: 'Lessons' })
    },
    told: ['benefit.updated'],
  },
  {
    happens: 'The organization is changed',
    prepare:
      async ({ calls, organization }) =>
      () =>
        calls.patch(`/organizations/${organization.id}`, { email: 'mail@acme.test' }),
    told: ['organization.updated'],
  },
]

export const toldChapters: readonly Chapter[] = [
  { title: 'Checkouts', transitions: checkouts },
  { title: 'Subscriptions', transitions: subscriptions },
  { title: 'Renewals', transitions: renewals },
  { title: 'Refunds', transitions: refunds },
  { title: 'Customers', transitions: customers },
  { title: 'What the seller keeps', transitions: sellers },
]
