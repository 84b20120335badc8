import { billableSubscriptionStatuses } from '@guildhall/contract/subscriptions/subscription-statuses'
import type { Subscription } from './subscription-queries.ts'

type Facts = Pick<Subscription, 'status' | 'cancelAtPeriodEnd'>

/** The next period will be billed, or its payment is being retried. */
export const isBillable = ({ status }: Pick<Subscription, 'status'>): boolean =>
  billableSubscriptionStatuses.includes(status)

/** Active, but not renewing. */
export const isEnding = (subscription: Facts): boolean =>
  subscription.cancelAtPeriodEnd && isBillable(subscription)

/** The displayed status: whether it ends takes precedence. */
export const stateOf = (subscription: Facts): Subscription['status'] | 'ending' =>
  isEnding(subscription) ? 'ending' : subscription.status
