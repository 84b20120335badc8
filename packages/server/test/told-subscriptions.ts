import { systemClock } from '../src/platform/clock.ts'
import { newCustomer } from './customers.ts'
import type { BillingCalls } from './sellers.ts'
import { type MadeSubscription, newPlan, readSubscription } from './subscriptions.ts'
import {
  dayMilliseconds,
  noneActive,
  oneActive,
  type ToldShop,
  type ToldTransition,
} from './told-sequences.ts'

const failsLater = { confirmation_token_id: 'tok_sandbox_fails_later' }
const leaving = { cancel_at_period_end: true }

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
  const { id: product_id } = await newPlan(calls, 3000)
  const { id: customer_id } = await newCustomer(calls)
  const end = systemClock.now().getTime() + trialDays * dayMilliseconds
  return { product_id, customer_id, trial_end: new Date(end).toISOString() }
}

interface ToldOfSubscriber {
  readonly happens: string
  readonly buyer?: object
  readonly prepare?: (shop: ToldShop, subscription: MadeSubscription) => Promise<unknown>
  readonly act: (shop: ToldShop, subscription: MadeSubscription) => Promise<unknown>
  readonly told: readonly string[]
}

/** What happens to somebody who pays for a subscription each month. */
const ofSubscriber = ({
  happens,
  buyer,
  prepare,
  act,
  told,
}: ToldOfSubscriber): ToldTransition => ({
  happens,
  prepare: async (shop) => {
    const subscription = await shop.subscribed(3000, buyer)
    await prepare?.(shop, subscription)
    return () => act(shop, subscription)
  },
  told,
})

const planChange = (
  happens: string,
  proration_behavior: string,
  told: readonly string[],
): ToldTransition => ({
  happens,
  prepare: async ({ calls, subscribed, change }) => {
    const subscription = await subscribed(3000)
    const { id: product_id } = await newPlan(calls, 9000)
    return () => change(subscription, { product_id, proration_behavior })
  },
  told,
})

export const subscriptions: readonly ToldTransition[] = [
  {
    happens: 'A customer is subscribed to a free product by the API',
    prepare: async ({ calls }) => {
      const { id: product_id } = await newPlan(calls, 0)
      const { id: customer_id } = await newCustomer(calls)
      return () => calls.post('/subscriptions/', { product_id, customer_id })
    },
    told: [
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
    happens: 'A customer begins a trial by the API',
    prepare: async ({ calls }) => {
      const wish = await trialOf(calls)
      return () => calls.post('/subscriptions/', wish)
    },
    told: [
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
    happens: 'A trial is over, and paid',
    prepare: async ({ calls, leaveCard, periodEnds }) => {
      const { body } = await calls.post('/subscriptions/', await trialOf(calls))
      const subscription = readSubscription(body)
      await leaveCard(subscription, 'tok_sandbox_ok')
      return () => periodEnds(subscription)
    },
    told: paidRenewal,
  },
  planChange('Another plan, charged at once (`invoice`)', 'invoice', paidUpdate),
  planChange('Another plan, a new period at once (`reset`)', 'reset', paidUpdate),
  planChange('Another plan, charged with the next renewal (`prorate`)', 'prorate', [
    'subscription.updated (active)',
    oneActive,
  ]),
  planChange('Another plan, wished for the next period (`next_period`)', 'next_period', [
    'subscription.updated (active)',
    oneActive,
  ]),
  ofSubscriber({
    happens: 'A subscription is canceled for the end of its period',
    act: ({ change }, subscription) => change(subscription, leaving),
    told: ['subscription.updated (active)', 'subscription.canceled (active)', oneActive],
  }),
  ofSubscriber({
    happens: 'Somebody who canceled stays after all',
    prepare: ({ change }, subscription) => change(subscription, leaving),
    act: ({ change }, subscription) => change(subscription, { cancel_at_period_end: false }),
    told: ['subscription.updated (active)', 'subscription.uncanceled (active)', oneActive],
  }),
  ofSubscriber({
    happens: 'The last period of a canceled subscription ends',
    prepare: ({ change }, subscription) => change(subscription, leaving),
    act: ({ periodEnds }, subscription) => periodEnds(subscription),
    told: ['subscription.updated (canceled)', 'subscription.revoked (canceled)', noneActive],
  }),
  ofSubscriber({
    happens: 'A subscription is ended at once',
    act: ({ change }, subscription) => change(subscription, { revoke: true }),
    told: [
      'subscription.updated (canceled)',
      'subscription.canceled (canceled)',
      'subscription.revoked (canceled)',
      noneActive,
    ],
  }),
  ofSubscriber({
    happens: 'A canceled subscription is ended at once',
    prepare: ({ change }, subscription) => change(subscription, leaving),
    act: ({ change }, subscription) => change(subscription, { revoke: true }),
    told: ['subscription.updated (canceled)', 'subscription.revoked (canceled)', noneActive],
  }),
]

export const renewals: readonly ToldTransition[] = [
  ofSubscriber({
    happens: 'A subscription is renewed',
    act: ({ periodEnds }, subscription) => periodEnds(subscription),
    told: paidRenewal,
  }),
  ofSubscriber({
    happens: 'Its payment fails',
    buyer: failsLater,
    act: ({ periodEnds }, subscription) => periodEnds(subscription),
    told: [
      'subscription.updated (active)',
      'order.created (pending, subscription_cycle)',
      oneActive,
      'subscription.updated (past due)',
      noneActive,
    ],
  }),
  ofSubscriber({
    happens: 'Another try fails',
    buyer: failsLater,
    prepare: ({ periodEnds }, subscription) => periodEnds(subscription, 1),
    act: ({ periodEnds }, subscription) => periodEnds(subscription, 3),
    told: ['subscription.updated (past due)', noneActive],
  }),
  ofSubscriber({
    happens: 'Another try fails, and grace is over on the same day',
    buyer: failsLater,
    prepare: ({ periodEnds }, subscription) => periodEnds(subscription, 6),
    act: ({ periodEnds }, subscription) => periodEnds(subscription, 8),
    told: [
      'subscription.updated (past due)',
      noneActive,
      'subscription.updated (past due)',
      'subscription.revoked (past due)',
      noneActive,
    ],
  }),
  ofSubscriber({
    happens: 'Another card pays what is overdue',
    buyer: failsLater,
    prepare: ({ periodEnds }, subscription) => periodEnds(subscription, 1),
    act: ({ leaveCard }, subscription) => leaveCard(subscription, 'tok_sandbox_ok'),
    told: [
      'order.updated (paid)',
      'order.paid (paid)',
      'subscription.updated (active)',
      'subscription.active (active)',
      oneActive,
    ],
  }),
  ofSubscriber({
    happens: 'The last try fails',
    buyer: failsLater,
    prepare: ({ periodEnds }, subscription) => periodEnds(subscription, 20),
    act: ({ periodEnds }, subscription) => periodEnds(subscription, 22),
    told: [
      'subscription.updated (canceled)',
      'subscription.canceled (canceled)',
      'order.updated (pending)',
      noneActive,
    ],
  }),
]
