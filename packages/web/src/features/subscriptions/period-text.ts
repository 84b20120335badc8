import { isBillable, isEnding, isPaused } from '#/entities/subscription/subscription-state.ts'
import { formatDay, formatRelative } from '#/lib/format.ts'
import type { Subscription } from './subscription-queries.ts'

type Facts = Pick<
  Subscription,
  'status' | 'cancelAtPeriodEnd' | 'currentPeriodEnd' | 'endedAt' | 'renewalsPausedAt'
>

/** What happens at the end of the period: "Renews in 12 days". */
export function periodText(subscription: Facts, now: Date): string {
  const { currentPeriodEnd: end, endedAt, status } = subscription
  if (endedAt !== null) return `Ended on ${formatDay(endedAt)}`
  if (end === null || !isBillable(subscription)) return 'Doesn’t renew'
  const when = formatRelative(end, now)
  if (isEnding(subscription)) return `Ends ${when}`
  if (isPaused(subscription)) return `Period ends ${when}, renewals are paused`
  return status === 'trialing' ? `Trial ends ${when}` : `Renews ${when}`
}
