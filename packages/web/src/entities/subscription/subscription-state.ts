import {
  billableSubscriptionStatuses,
  type SubscriptionStatus,
} from '@guildhall/contract/subscriptions/subscription-statuses'

interface Facts {
  status: SubscriptionStatus
  cancelAtPeriodEnd: boolean
  renewalsPausedAt: Date | null
}

/** The next period will be billed, or its payment is being retried. */
export const isBillable = ({ status }: Pick<Facts, 'status'>): boolean =>
  billableSubscriptionStatuses.includes(status)

/** Active, but not renewing. */
export const isEnding = (subscription: Omit<Facts, 'renewalsPausedAt'>): boolean =>
  subscription.cancelAtPeriodEnd && isBillable(subscription)

/** Not renewing because a payment is disputed; what ends anyway has nothing to be paused. */
export const isPaused = (subscription: Facts): boolean =>
  subscription.renewalsPausedAt !== null && !isEnding(subscription)

/** The displayed status. That it ends or is paused says more than that it is active. */
export function stateOf(subscription: Facts): SubscriptionStatus | 'ending' | 'paused' {
  if (isEnding(subscription)) return 'ending'
  // Who owes for an earlier period has to pay that in any case.
  const isOverdue = subscription.status === 'past_due'
  return isPaused(subscription) && !isOverdue ? 'paused' : subscription.status
}
