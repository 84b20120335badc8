import { standingDisputeStatuses } from '@guildhall/contract/orders/dispute-shapes'

// Each query finds violations in one organization: a row describes one. `w.id` is the organization,
// and `w.now` the time of its clock.

/** The statuses of disputes whose money isn’t the seller’s. */
export const standingStatuses = standingDisputeStatuses.map((status) => `'${status}'`).join(', ')

export const ownRows = (table: string): string =>
  `(select * from ${table} where organization_id = w.id)`

export const subscriptions = ownRows('subscription')
export const orders = ownRows('orders')
export const payments = ownRows('payment')
