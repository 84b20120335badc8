import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { type Decision, decided, unchanged } from './decision.ts'
import { ended, finalOrder } from './end.ts'
import type { CancellationReason, SubscriptionFacts } from './facts.ts'
import { hasEnded, isActive, statusAfter } from './lifecycle.ts'
import { isReached } from './periods.ts'

/** Why the customer cancels. Undefined keeps the earlier answer. */
export interface CancellationFeedback {
  readonly reason?: CancellationReason | null | undefined
  readonly comment?: string | null | undefined
}

/**
 * Ends the subscription with its period, which is paid. While a payment is overdue nothing is paid,
 * so it ends immediately and collection stops.
 */
export function decideCancellation(
  facts: SubscriptionFacts,
  feedback: CancellationFeedback,
  now: Date,
): Decision | Refusal<'subscription_canceled' | 'subscription_incomplete'> {
  if (facts.status === 'incomplete') return refuse('subscription_incomplete')
  if (hasEnded(facts.status) || facts.cancelAtPeriodEnd) return refuse('subscription_canceled')
  const after = withFeedback(facts, feedback)
  if (!isActive(facts.status)) return decided(facts, ended(after, now), { closesOrdersAs: 'void' })
  return decided(facts, {
    ...after,
    cancelAtPeriodEnd: true,
    canceledAt: now,
    endsAt: facts.period.end,
    pending: null,
  })
}

/** Adds or corrects the feedback of an earlier cancellation. */
export function decideFeedback(
  facts: SubscriptionFacts,
  feedback: CancellationFeedback,
): Decision | Refusal<'subscription_ended' | 'subscription_not_canceling'> {
  if (hasEnded(facts.status)) return refuse('subscription_ended')
  if (!facts.cancelAtPeriodEnd) return refuse('subscription_not_canceling')
  const after = withFeedback(facts, feedback)
  const isSame =
    after.cancellationReason === facts.cancellationReason &&
    after.cancellationComment === facts.cancellationComment
  return isSame ? unchanged(facts) : decided(facts, after)
}

/** Reverses a cancellation before it takes effect. */
export function decideUncancellation(
  facts: SubscriptionFacts,
): Decision | Refusal<'subscription_ended' | 'subscription_not_canceling'> {
  if (hasEnded(facts.status)) return refuse('subscription_ended')
  if (!facts.cancelAtPeriodEnd) return refuse('subscription_not_canceling')
  return decided(facts, { ...facts, ...notCanceled })
}

export const notCanceled = {
  cancelAtPeriodEnd: false,
  canceledAt: null,
  endsAt: null,
  cancellationReason: null,
  cancellationComment: null,
} as const

/**
 * Ends the subscription immediately. Nothing is refunded. Waiting entries and usage are billed,
 * unless a payment is already overdue: then nothing more is collected.
 */
export function decideRevocation(
  facts: SubscriptionFacts,
  feedback: CancellationFeedback,
  now: Date,
): Decision | Refusal<'subscription_canceled'> {
  if (hasEnded(facts.status)) return refuse('subscription_canceled')
  const after = withFeedback(facts, feedback)
  if (facts.status === 'incomplete')
    return decided(facts, expired(after, now), { closesOrdersAs: 'void' })
  const order = isActive(facts.status) ? finalOrder(facts, now) : null
  const waiting = order === null ? facts.waiting : []
  return decided(facts, { ...ended(after, now), waiting }, { order, closesOrdersAs: 'void' })
}

/** The first payment did not succeed in time. Null if it isn’t due. */
export function decideExpiry(facts: SubscriptionFacts, now: Date): Decision | null {
  if (facts.status !== 'incomplete' || !isReached(facts.incompleteUntil, now)) return null
  return decided(facts, expired(facts, now), { closesOrdersAs: 'void' })
}

const expired = (facts: SubscriptionFacts, now: Date): SubscriptionFacts => ({
  ...facts,
  status: statusAfter(facts.status, 'expire'),
  endedAt: now,
})

const withFeedback = (facts: SubscriptionFacts, { reason, comment }: CancellationFeedback) => ({
  ...facts,
  cancellationReason: reason === undefined ? facts.cancellationReason : reason,
  cancellationComment: comment === undefined ? facts.cancellationComment : comment,
})
