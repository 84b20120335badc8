import { discounted, usageEntries } from './entries.ts'
import type { OrderDraft, SubscriptionFacts } from './facts.ts'
import { moved } from './lifecycle.ts'

/** It gives nothing any more, nothing is due of it, and nothing is collected for it. */
export const ended = (facts: SubscriptionFacts, now: Date): SubscriptionFacts => ({
  ...facts,
  status: moved(facts.status, 'end'),
  canceledAt: facts.canceledAt ?? now,
  endsAt: facts.endsAt !== null && facts.endsAt < now ? facts.endsAt : now,
  endedAt: now,
  pending: null,
  ...collectingEnded,
  revokedAt: facts.revokedAt ?? now,
})

export const collectingEnded = {
  nextAttemptAt: null,
  graceEndsAt: null,
  lastResortAt: null,
} as const

/** What waited and what was used until then; null where there is nothing of either. */
export function finalOrder(facts: SubscriptionFacts, at: Date): OrderDraft | null {
  const { discount, period } = facts
  const { start } = period
  const isTrial = facts.status === 'trialing'
  const usage = isTrial ? [] : usageEntries(facts, { start, end: at > start ? at : period.end })
  const entries = [...facts.waiting, ...discounted(usage, discount)]
  if (entries.length === 0) return null
  return { reason: 'subscription_update', entries, period, discountId: discount?.id ?? null }
}
