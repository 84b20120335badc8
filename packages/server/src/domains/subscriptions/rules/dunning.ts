import type { SubscriptionStatus } from '@guildhall/contract/subscriptions/subscription-statuses'
import { type Decision, decided, unchanged } from './decision.ts'
import { finalActionAt, graceEndsAt, nextAttemptAt } from './dunning-days.ts'
import { ended, noDunning } from './end.ts'
import { usageUntil } from './entries.ts'
import type { BillingEntry, DunningPolicy, SubscriptionFacts } from './facts.ts'
import { isInArrears, statusAfter } from './lifecycle.ts'
import { daysAfter, firstPeriod, isReached, withPeriod } from './periods.ts'
import { noUsage } from './prices.ts'

interface Failure {
  /** Whether this card can never succeed: then only another one is tried. */
  readonly isHard: boolean
}

/**
 * A charge failed, or there was nothing to charge. The first failure starts the schedule; retries
 * between its days don’t advance it. The last order of a subscription that has ended is collected
 * by the same schedule.
 */
export function decideFailedPayment(
  facts: SubscriptionFacts,
  policy: DunningPolicy,
  failure: Failure,
  now: Date,
): Decision {
  if (facts.status === 'incomplete_expired')
    return decided(facts, facts, { closesOrdersAs: 'void' })
  if (!canBeDunned(facts.status)) return unchanged(facts)
  const isFirst = facts.status === 'active' || (isEnded(facts) && facts.finalActionAt === null)
  const failed = isFirst
    ? firstFailure(facts, policy, now)
    : { ...facts, attempts: facts.attempts + 1 }
  const schedule = { firstFailedAt: failed.pastDueAt ?? now, now }
  const after = {
    ...failed,
    nextAttemptAt: failure.isHard ? null : nextAttemptAt(policy, schedule),
  }
  return after.nextAttemptAt === null && isReached(after.finalActionAt, now)
    ? finalAction(facts, { after, policy, now })
    : decided(facts, after)
}

const canBeDunned = (status: SubscriptionStatus): boolean =>
  status === 'active' || status === 'past_due' || status === 'canceled'

const isEnded = ({ status }: SubscriptionFacts): boolean => status === 'canceled'

const firstFailure = (
  facts: SubscriptionFacts,
  policy: DunningPolicy,
  now: Date,
): SubscriptionFacts =>
  isEnded(facts)
    ? // There are no benefits left, and so no grace.
      {
        ...facts,
        pastDueAt: now,
        attempts: 0,
        finalActionAt: finalActionAt({ ...policy, graceDays: 0 }, now),
      }
    : pastDue(facts, policy, now)

const pastDue = (
  facts: SubscriptionFacts,
  policy: DunningPolicy,
  now: Date,
): SubscriptionFacts => ({
  ...facts,
  status: statusAfter(facts.status, 'fail'),
  pastDueAt: now,
  attempts: 0,
  graceEndsAt: graceEndsAt(policy, now),
  finalActionAt: finalActionAt(policy, now),
  revokedAt: policy.graceDays === 0 ? now : facts.revokedAt,
})

/** Its benefits are revoked; collection continues. Null if it isn’t due. */
export function decideGraceEnd(facts: SubscriptionFacts, now: Date): Decision | null {
  if (facts.status !== 'past_due' || !isReached(facts.graceEndsAt, now)) return null
  return decided(facts, { ...facts, graceEndsAt: null, revokedAt: facts.revokedAt ?? now })
}

/**
 * The customer is paying on their own. The retry waits for that, and what is due later doesn’t: who
 * starts a payment again and again must not keep the subscription.
 */
export const decidePostponedRetry = (facts: SubscriptionFacts, now: Date): Decision => ({
  ...unchanged(facts),
  after: { ...facts, nextAttemptAt: daysAfter(now, 1) },
})

/**
 * All retries failed: the seller’s settings say what happens then. One that is canceled ends in any
 * case, and so does the collection of one that has ended. Null if it isn’t due.
 */
export function decideFinalAction(
  facts: SubscriptionFacts,
  policy: DunningPolicy,
  now: Date,
): Decision | null {
  if (!isReached(facts.finalActionAt, now)) return null
  return finalAction(facts, { after: facts, policy, now })
}

interface LastFailure {
  readonly after: SubscriptionFacts
  readonly policy: DunningPolicy
  readonly now: Date
}

function finalAction(before: SubscriptionFacts, { after, policy, now }: LastFailure): Decision {
  if (isEnded(after)) {
    return decided(before, { ...after, ...noDunning }, { closesOrdersAs: 'uncollectible' })
  }
  if (policy.finalAction === 'cancel' || after.cancelAtPeriodEnd) {
    return decided(before, ended(after, now), { closesOrdersAs: 'uncollectible' })
  }
  const isSuspended = policy.finalAction === 'unpaid'
  return decided(before, {
    ...after,
    ...noDunning,
    status: isSuspended ? statusAfter(after.status, 'suspend') : after.status,
    revokedAt: after.revokedAt ?? now,
  })
}

interface Recovery {
  /** Whether other orders of the subscription are still unpaid. */
  readonly hasOpenOrders: boolean
}

/**
 * A payment succeeded, or an order is no longer collected. Dunning ends once nothing else is unpaid.
 * One that has ended stays ended. A subscription that was suspended until after its period starts a
 * new one, because the customer had no benefits in the old one. If they lasted until its end, it
 * stays suspended until the new period is billed.
 */
export function decideRecovery(
  facts: SubscriptionFacts,
  { hasOpenOrders }: Recovery,
  now: Date,
): Decision {
  // One that a dispute suspended isn’t recovered by the payment of an earlier period.
  const isSuspended = facts.suspendedAt !== null && !isEnded(facts)
  if (!isInArrears(facts) || hasOpenOrders || isSuspended) return unchanged(facts)
  if (isEnded(facts)) {
    return decided(facts, { ...facts, pastDueAt: null, attempts: 0, ...noDunning })
  }
  const isLapsed = facts.status === 'unpaid' && isReached(facts.period.end, now)
  if (isLapsed && facts.revokedAt !== null && facts.revokedAt >= facts.period.end) {
    const suspendedAt = facts.period.end
    return decided(facts, { ...facts, pastDueAt: null, attempts: 0, ...noDunning, suspendedAt })
  }
  const entries = isLapsed ? usageUntil(facts, facts.period.end) : []
  const after = {
    ...(isLapsed ? inNewPeriod(facts, entries, now) : facts),
    status: statusAfter(facts.status, 'recover'),
    pastDueAt: null,
    attempts: 0,
    ...noDunning,
    revokedAt: null,
  }
  return decided(facts, after, { entries })
}

/** What was used in the old one waits for the next order. */
const inNewPeriod = (
  facts: SubscriptionFacts,
  usage: readonly BillingEntry[],
  now: Date,
): SubscriptionFacts => ({
  ...withPeriod(facts, firstPeriod(facts.interval, now)),
  prices: facts.prices.map((price) =>
    price.usage === null ? price : { ...price, usage: noUsage },
  ),
  waiting: [...facts.waiting, ...usage],
})

/** The last order of a subscription that has ended is no longer owed. Null if it owes nothing. */
export const decideForgiveness = (facts: SubscriptionFacts): Decision | null =>
  isEnded(facts) && isInArrears(facts)
    ? decided(
        facts,
        { ...facts, pastDueAt: null, attempts: 0, ...noDunning },
        { closesOrdersAs: 'void' },
      )
    : null
