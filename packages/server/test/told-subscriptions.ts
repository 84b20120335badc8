import { systemClock } from '../src/platform/clock.ts'
import { newCustomer } from './customers.ts'
import type { BillingCalls } from './sellers.ts'
import { newPlan, readSubscription } from './subscriptions.ts'
import { dayMilliseconds, type ToldTransition } from './told-sequences.ts'

const failsLater = { confirmation_token_id: 'tok_sandbox_fails_later' }
const none = 'customer.state_changed (0 active)'
const one = 'customer.state_changed (1 active)'
const leaving = { cancel_at_period_end: true }

const paidUpdate = [
  'subscription.updated (active)',
  'order.created (pending, subscription_update)',
  'order.updated (paid)',
  'order.paid (paid)',
  one,
]

const trialDays = 7

async function trialOf(calls: BillingCalls) {
  const { id: product_id } = await newPlan(calls, 3000)
  const { id: customer_id } = await newCustomer(calls)
  const end = systemClock.now().getTime() + trialDays * dayMilliseconds
  return { product_id, customer_id, trial_end: new Date(end).toISOString() }
}

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
      one,
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
      none,
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
    told: [
      'subscription.updated (active)',
      'order.created (pending, subscription_cycle)',
      one,
      'order.updated (paid)',
      'order.paid (paid)',
    ],
  },
  planChange('Another plan, charged at once (`invoice`)', 'invoice', paidUpdate),
  planChange('Another plan, a new period at once (`reset`)', 'reset', paidUpdate),
  planChange('Another plan, charged with the next renewal (`prorate`)', 'prorate', [
    'subscription.updated (active)',
    one,
  ]),
  planChange('Another plan, wished for the next period (`next_period`)', 'next_period', [
    'subscription.updated (active)',
    one,
  ]),
  {
    happens: 'A subscription is canceled for the end of its period',
    prepare: async ({ subscribed, change }) => {
      const subscription = await subscribed(3000)
      return () => change(subscription, leaving)
    },
    told: ['subscription.updated (active)', 'subscription.canceled (active)', one],
  },
  {
    happens: 'Somebody who canceled stays after all',
    prepare: async ({ subscribed, change }) => {
      const subscription = await subscribed(3000)
      await change(subscription, leaving)
      return () => change(subscription, { cancel_at_period_end: false })
    },
    told: ['subscription.updated (active)', 'subscription.uncanceled (active)', one],
  },
  {
    happens: 'The last period of a canceled subscription ends',
    prepare: async ({ subscribed, change, periodEnds }) => {
      const subscription = await subscribed(3000)
      await change(subscription, leaving)
      return () => periodEnds(subscription)
    },
    told: ['subscription.updated (canceled)', 'subscription.revoked (canceled)', none],
  },
  {
    happens: 'A subscription is ended at once',
    prepare: async ({ subscribed, change }) => {
      const subscription = await subscribed(3000)
      return () => change(subscription, { revoke: true })
    },
    told: [
      'subscription.updated (canceled)',
      'subscription.canceled (canceled)',
      'subscription.revoked (canceled)',
      none,
    ],
  },
  {
    happens: 'A canceled subscription is ended at once',
    prepare: async ({ subscribed, change }) => {
      const subscription = await subscribed(3000)
      await change(subscription, leaving)
      return () => change(subscription, { revoke: true })
    },
    told: ['subscription.updated (canceled)', 'subscription.revoked (canceled)', none],
  },
]

export const renewals: readonly ToldTransition[] = [
  {
    happens: 'A subscription is renewed',
    prepare: async ({ subscribed, periodEnds }) => {
      const subscription = await subscribed(3000)
      return () => periodEnds(subscription)
    },
    told: [
      'subscription.updated (active)',
      'order.created (pending, subscription_cycle)',
      one,
      'order.updated (paid)',
      'order.paid (paid)',
    ],
  },
  {
    happens: 'Its payment fails',
    prepare: async ({ subscribed, periodEnds }) => {
      const subscription = await subscribed(3000, failsLater)
      return () => periodEnds(subscription)
    },
    told: [
      'subscription.updated (active)',
      'order.created (pending, subscription_cycle)',
      one,
      'subscription.updated (past due)',
      none,
    ],
  },
  {
    happens: 'Another try fails',
    prepare: async ({ subscribed, periodEnds }) => {
      const subscription = await subscribed(3000, failsLater)
      await periodEnds(subscription, 1)
      return () => periodEnds(subscription, 3)
    },
    told: ['subscription.updated (past due)', none],
  },
  {
    happens: 'Another try fails, and grace is over on the same day',
    prepare: async ({ subscribed, periodEnds }) => {
      const subscription = await subscribed(3000, failsLater)
      await periodEnds(subscription, 6)
      return () => periodEnds(subscription, 8)
    },
    told: [
      'subscription.updated (past due)',
      none,
      'subscription.updated (past due)',
      'subscription.revoked (past due)',
      none,
    ],
  },
  {
    happens: 'Another card pays what is overdue',
    prepare: async ({ subscribed, periodEnds, leaveCard }) => {
      const subscription = await subscribed(3000, failsLater)
      await periodEnds(subscription, 1)
      return () => leaveCard(subscription, 'tok_sandbox_ok')
    },
    told: [
      'order.updated (paid)',
      'order.paid (paid)',
      'subscription.updated (active)',
      'subscription.active (active)',
      one,
    ],
  },
  {
    happens: 'The last try fails',
    prepare: async ({ subscribed, periodEnds }) => {
      const subscription = await subscribed(3000, failsLater)
      await periodEnds(subscription, 20)
      return () => periodEnds(subscription, 22)
    },
    told: [
      'subscription.updated (canceled)',
      'subscription.canceled (canceled)',
      'order.updated (pending)',
      none,
    ],
  },
]
