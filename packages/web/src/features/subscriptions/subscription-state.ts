import type { Subscription } from './subscription-queries.ts'

type Facts = Pick<Subscription, 'status' | 'cancelAtPeriodEnd'>

/** Neither over nor given up: the next period will be billed, or is waited for. */
export const isBillable = ({ status }: Pick<Subscription, 'status'>): boolean =>
  status === 'trialing' || status === 'active' || status === 'past_due'

/** Still there, but not for another period. */
export const isEnding = (subscription: Facts): boolean =>
  subscription.cancelAtPeriodEnd && isBillable(subscription)

/** What is to be known first: that it ends, else how it stands. */
export const stateOf = (subscription: Facts): Subscription['status'] | 'ending' =>
  isEnding(subscription) ? 'ending' : subscription.status
