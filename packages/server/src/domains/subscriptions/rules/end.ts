import type { OrderDraft } from './decision.ts'
import { discountForUsage } from './discount.ts'
import { periodUntil, usageEntries, withDiscount } from './entries.ts'
import type { SubscriptionFacts } from './facts.ts'
import { statusAfter } from './lifecycle.ts'

/** Its benefits are revoked, nothing more falls due, and dunning stops. */
export const ended = (facts: SubscriptionFacts, now: Date): SubscriptionFacts => ({
  ...facts,
  status: statusAfter(facts.status, 'end'),
  canceledAt: facts.canceledAt ?? now,
  endsAt: facts.endsAt !== null && facts.endsAt < now ? facts.endsAt : now,
  endedAt: now,
  pending: null,
  ...noDunning,
  revokedAt: facts.revokedAt ?? now,
})

export const noDunning = {
  nextAttemptAt: null,
  graceEndsAt: null,
  finalActionAt: null,
} as const

/**
 * The waiting entries and the usage up to an instant; null without either. A trial’s usage is free.
 */
export function finalOrder(facts: SubscriptionFacts, at: Date): OrderDraft | null {
  const { period, status } = facts
  const discount = discountForUsage(facts, at)
  // What the period cost is not returned either, so the price covers all of it.
  const covered = { shown: periodUntil(period, at), until: period.end }
  const usage = status === 'trialing' ? [] : usageEntries(facts, covered)
  const entries = [...facts.waiting, ...withDiscount(usage, discount)]
  if (entries.length === 0) return null
  return { reason: 'subscription_update', entries, period, discountId: discount?.id ?? null }
}
