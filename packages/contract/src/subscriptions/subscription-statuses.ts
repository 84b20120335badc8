// The only definition of which statuses are active, billable and so on, for rules, SQL and screens.

export const subscriptionStatuses = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

// Typed as strings, because a column or a response may contain any status.
type StatusSet = readonly string[]
const statusSet = (...statuses: readonly SubscriptionStatus[]): StatusSet => statuses

/** The benefits are granted, and no payment is overdue. */
export const activeSubscriptionStatuses = statusSet('trialing', 'active')

/** A renewal could not be paid. */
export const overdueSubscriptionStatuses = statusSet('past_due', 'unpaid')

/** It renews and is billed. */
export const billableSubscriptionStatuses = statusSet('trialing', 'active', 'past_due')

/** It has started and not ended, whether or not it is paid. */
export const startedSubscriptionStatuses = statusSet('trialing', 'active', 'past_due', 'unpaid')

/** It has not ended. */
export const openSubscriptionStatuses = statusSet(
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'incomplete',
)

export const endedSubscriptionStatuses = statusSet('canceled', 'incomplete_expired')
