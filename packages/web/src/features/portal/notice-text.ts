import { isBillable, isPaused } from '#/entities/subscription/subscription-state.ts'
import { formatDay } from '#/lib/format.ts'
import { overdueSum } from './overdue-sum.ts'
import type { OverduePayment, PortalSubscription } from './portal-queries.ts'

type Facts = Pick<
  PortalSubscription,
  'status' | 'cancelAtPeriodEnd' | 'renewalsPausedAt' | 'currentPeriodEnd' | 'endedAt'
>
type Owed = Pick<OverduePayment, 'orders' | 'amount' | 'currency'>

/** What a customer should know about the payments of a subscription; null for nothing. */
export function noticeText(subscription: Facts, owed: Owed | undefined): string | null {
  const { endedAt, currentPeriodEnd } = subscription
  if (owed !== undefined && owed.orders.length > 0) {
    const what = endedAt === null ? 'The last payment failed.' : 'The last order isn’t paid yet.'
    return `${what} Pay it now, or add a card below to retry immediately.`
  }
  if (endedAt !== null) return null
  const paused = isPaused(subscription)
    ? 'Renewals are paused because a payment is disputed.'
    : 'Renewals are paused.'
  if (owed !== undefined) return `${paused} ${newPeriod(owed)}`
  if (!isPaused(subscription)) return null
  return isBillable(subscription) && currentPeriodEnd !== null
    ? `${paused} Your subscription stays active until ${formatDay(currentPeriodEnd)}.`
    : paused
}

/** A suspended subscription owes nothing for the time in between. */
function newPeriod({ amount, currency }: Owed): string {
  const sum = overdueSum([{ amount, currency }])
  const charge = sum === null ? '' : `: ${sum} is charged to it`
  return `To start a new period, add or choose another card below${charge}.`
}
