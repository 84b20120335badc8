import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { ended, finalOrder } from './ending.ts'
import type { CancellationReason, Plan, SubscriptionFacts } from './facts.ts'
import { hasEnded, isActive, moved } from './lifecycle.ts'
import { planned, unchanged } from './outcome.ts'

/** Absent keeps what was said before. */
export interface LeavingWords {
  readonly reason?: CancellationReason | null | undefined
  readonly comment?: string | null | undefined
}

/**
 * At the end of the period; what is paid for stays until then. Where a payment is overdue nothing
 * is paid for, so it ends at once and nothing is collected any more.
 */
export function planCancel(
  facts: SubscriptionFacts,
  words: LeavingWords,
  now: Date,
): Plan | Refusal<'subscription_canceled' | 'subscription_incomplete'> {
  if (facts.status === 'incomplete') return refuse('subscription_incomplete')
  if (hasEnded(facts.status) || facts.cancelAtPeriodEnd) return refuse('subscription_canceled')
  const said = withWords(facts, words)
  if (!isActive(facts.status)) return planned(facts, ended(said, now), { givesUpOrders: true })
  return planned(facts, {
    ...said,
    cancelAtPeriodEnd: true,
    canceledAt: now,
    endsAt: facts.period.end,
    pending: null,
  })
}

/** Why it is about to end, said later or said better. */
export function planLeavingWords(
  facts: SubscriptionFacts,
  words: LeavingWords,
): Plan | Refusal<'subscription_ended' | 'subscription_not_canceling'> {
  if (hasEnded(facts.status)) return refuse('subscription_ended')
  if (!facts.cancelAtPeriodEnd) return refuse('subscription_not_canceling')
  const after = withWords(facts, words)
  const isSame =
    after.cancellationReason === facts.cancellationReason &&
    after.cancellationComment === facts.cancellationComment
  return isSame ? unchanged(facts) : planned(facts, after)
}

export function planUncancel(
  facts: SubscriptionFacts,
): Plan | Refusal<'subscription_ended' | 'subscription_not_canceling'> {
  if (hasEnded(facts.status)) return refuse('subscription_ended')
  if (!facts.cancelAtPeriodEnd) return refuse('subscription_not_canceling')
  return planned(facts, { ...facts, ...notCanceling })
}

export const notCanceling = {
  cancelAtPeriodEnd: false,
  canceledAt: null,
  endsAt: null,
  cancellationReason: null,
  cancellationComment: null,
} as const

/**
 * At once. Nothing is given back; what waited and what was used is billed, unless a payment is
 * overdue already: then nothing is collected any more.
 */
export function planRevoke(
  facts: SubscriptionFacts,
  words: LeavingWords,
  now: Date,
): Plan | Refusal<'subscription_canceled'> {
  if (hasEnded(facts.status)) return refuse('subscription_canceled')
  const said = withWords(facts, words)
  if (facts.status === 'incomplete')
    return planned(facts, expired(said, now), { givesUpOrders: true })
  const order = isActive(facts.status) ? finalOrder(facts, now) : null
  const waiting = order === null ? facts.waiting : []
  return planned(facts, { ...ended(said, now), waiting }, { order, givesUpOrders: true })
}

/** The first payment took too long. */
export function planExpiry(
  facts: SubscriptionFacts,
  now: Date,
): Plan | Refusal<'subscription_not_due'> {
  const { status, incompleteUntil } = facts
  if (status !== 'incomplete' || incompleteUntil === null || incompleteUntil > now) {
    return refuse('subscription_not_due')
  }
  return planned(facts, expired(facts, now), { givesUpOrders: true })
}

const expired = (facts: SubscriptionFacts, now: Date): SubscriptionFacts => ({
  ...facts,
  status: moved(facts.status, 'expire'),
  endedAt: now,
})

const withWords = (facts: SubscriptionFacts, { reason, comment }: LeavingWords) => ({
  ...facts,
  cancellationReason: reason === undefined ? facts.cancellationReason : reason,
  cancellationComment: comment === undefined ? facts.cancellationComment : comment,
})
