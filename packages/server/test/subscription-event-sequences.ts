import { systemClock } from '../src/platform/clock.ts'
import { newCustomer } from './customers.ts'
import {
  dayMilliseconds,
  type EventSequence,
  noneActive,
  oneActive,
  type SequenceShop,
} from './event-sequences.ts'
import type { BillingCalls } from './sellers.ts'
import { type MadeSubscription, newRecurringProduct, readSubscription } from './subscriptions.ts'

const failsLater = { confirmation_token_id: 'tok_sandbox_fails_later' }
const cancel = { cancel_at_period_end: true }

const paidUpdate = [
  'subscription.updated (active)',
  'order.created (pending, subscription_update)',
  'order.updated (paid)',
  'order.paid (paid)',
  oneActive,
]

const paidRenewal = [
  'subscription.updated (active)',
  'order.created (pending, subscription_cycle)',
  oneActive,
  'order.updated (paid)',
  'order.paid (paid)',
]

const trialDays = 7

async function trialOf(calls: BillingCalls) {
  const { id: product_id } = await newRecurringProduct(calls, 3000)
  const { id: customer_id } = await newCustomer(calls)
  const end = systemClock.now().getTime() + trialDays * dayMilliseconds
  return { product_id, customer_id, trial_end: new Date(end).toISOString() }
}

interface SubscriberSequence {
  readonly title: string
  readonly buyer?: object
  readonly prepare?: (shop: SequenceShop, subscription: MadeSubscription) => Promise<unknown>
  readonly act: (shop: SequenceShop, subscription: MadeSubscription) => Promise<unknown>
  readonly events: readonly string[]
}

/** An action on a monthly subscription. */
const ofSubscriber = ({
  title,
  buyer,
  prepare,
  act,
  events,
}: SubscriberSequence): EventSequence => ({
  title,
  prepare: async (shop) => {
    const subscription = await shop.subscribe(3000, buyer)
    await prepare?.(shop, subscription)
    return () => act(shop, subscription)
  },
  events,
})

const productChange = (
  title: string,
  proration_behavior: string,
  events: readonly string[],
): EventSequence => ({
  title,
  prepare: async ({ calls, subscribe, change }) => {
    const subscription = await subscribe(3000)
    const { id: product_id } = await newRecurringProduct(calls, 9000)
    return () => change(subscription, { product_id, proration_behavior })
  },
  events,
})

export const subscriptions: readonly EventSequence[] = [
  {
    title: 'The API subscribes a customer to a free product',
    prepare: async ({ calls }) => {
      const { id: product_id } = await newRecurringProduct(calls, 0)
      const { id: customer_id } = await newCustomer(calls)
      return () => calls.post('/subscriptions/', { product_id, customer_id })
    },
    events: [
      'subscription.created (active)',
      'subscription.active (active)',
      'subscription.updated (active)',
      'order.created (pending, subscription_create)',
      'order.updated (paid)',
      'order.paid (paid)',
      oneActive,
    ],
  },
  {
    title: 'The API starts a trial',
    prepare: async ({ calls }) => {
      const trial = await trialOf(calls)
      return () => calls.post('/subscriptions/', trial)
    },
    events: [
      'subscription.created (trialing)',
      'subscription.active (trialing)',
      'subscription.updated (trialing)',
      'order.created (pending, subscription_create)',
      'order.updated (paid)',
      'order.paid (paid)',
      noneActive,
    ],
  },
  {
    title: 'A trial ends, and the first period is paid',
    prepare: async ({ calls, addCard, endPeriod }) => {
      const { body } = await calls.post('/subscriptions/', await trialOf(calls))
      const subscription = readSubscription(body)
      await addCard(subscription, 'tok_sandbox_ok')
      return () => endPeriod(subscription)
    },
    events: paidRenewal,
  },
  productChange('The product changes, billed immediately (`invoice`)', 'invoice', paidUpdate),
  productChange('The product changes, and a new period starts (`reset`)', 'reset', paidUpdate),
  productChange('The product changes, billed with the next renewal (`prorate`)', 'prorate', [
    'subscription.updated (active)',
    oneActive,
  ]),
  productChange(
    'A change of the product is scheduled for the next period (`next_period`)',
    'next_period',
    ['subscription.updated (active)', oneActive],
  ),
  ofSubscriber({
    title: 'A subscription is canceled at the end of its period',
    act: ({ change }, subscription) => change(subscription, cancel),
    events: ['subscription.updated (active)', 'subscription.canceled (active)', oneActive],
  }),
  ofSubscriber({
    title: 'A cancellation is undone',
    prepare: ({ change }, subscription) => change(subscription, cancel),
    act: ({ change }, subscription) => change(subscription, { cancel_at_period_end: false }),
    events: ['subscription.updated (active)', 'subscription.uncanceled (active)', oneActive],
  }),
  ofSubscriber({
    title: 'The last period of a canceled subscription ends',
    prepare: ({ change }, subscription) => change(subscription, cancel),
    act: ({ endPeriod }, subscription) => endPeriod(subscription),
    events: ['subscription.updated (canceled)', 'subscription.revoked (canceled)', noneActive],
  }),
  ofSubscriber({
    title: 'A subscription is revoked',
    act: ({ change }, subscription) => change(subscription, { revoke: true }),
    events: [
      'subscription.updated (canceled)',
      'subscription.canceled (canceled)',
      'subscription.revoked (canceled)',
      noneActive,
    ],
  }),
  ofSubscriber({
    title: 'A canceled subscription is revoked',
    prepare: ({ change }, subscription) => change(subscription, cancel),
    act: ({ change }, subscription) => change(subscription, { revoke: true }),
    events: ['subscription.updated (canceled)', 'subscription.revoked (canceled)', noneActive],
  }),
]

export const renewals: readonly EventSequence[] = [
  ofSubscriber({
    title: 'A subscription is renewed',
    act: ({ endPeriod }, subscription) => endPeriod(subscription),
    events: paidRenewal,
  }),
  ofSubscriber({
    title: 'The payment of a renewal fails',
    buyer: failsLater,
    act: ({ endPeriod }, subscription) => endPeriod(subscription),
    events: [
      'subscription.updated (active)',
      'order.created (pending, subscription_cycle)',
      oneActive,
      'subscription.updated (past due)',
      noneActive,
    ],
  }),
  ofSubscriber({
    title: 'A retry fails',
    buyer: failsLater,
    prepare: ({ endPeriod }, subscription) => endPeriod(subscription, 1),
    act: ({ endPeriod }, subscription) => endPeriod(subscription, 3),
    events: ['subscription.updated (past due)', noneActive],
  }),
  ofSubscriber({
    title: 'A retry fails on the day that grace ends',
    buyer: failsLater,
    prepare: ({ endPeriod }, subscription) => endPeriod(subscription, 6),
    act: ({ endPeriod }, subscription) => endPeriod(subscription, 8),
    events: [
      'subscription.updated (past due)',
      noneActive,
      'subscription.updated (past due)',
      'subscription.revoked (past due)',
      noneActive,
    ],
  }),
  ofSubscriber({
    title: 'Another card pays the overdue order',
    buyer: failsLater,
    prepare: ({ endPeriod }, subscription) => endPeriod(subscription, 1),
    act: ({ addCard }, subscription) => addCard(subscription, 'tok_sandbox_ok'),
    events: [
      'order.updated (paid)',
      'order.paid (paid)',
      'subscription.updated (active)',
      'subscription.active (active)',
      oneActive,
    ],
  }),
  ofSubscriber({
    title: 'The last retry fails',
    buyer: failsLater,
    prepare: ({ endPeriod }, subscription) => endPeriod(subscription, 20),
    act: ({ endPeriod }, subscription) => endPeriod(subscription, 22),
    events: [
      'subscription.updated (canceled)',
      'subscription.canceled (canceled)',
      'order.updated (pending)',
      noneActive,
    ],
  }),
]
