import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { collectingEnded, ended } from './ending.ts'
import type { DunningPolicy, Plan, SubscriptionFacts } from './facts.ts'
import { hasEnded, moved } from './lifecycle.ts'
import { planned, unchanged } from './outcome.ts'
import { begun, daysAfter, inPeriod, isReached } from './periods.ts'

export const defaultDunning: DunningPolicy = {
  attemptDays: [2, 7, 14, 21],
  graceDays: 7,
  finalAction: 'cancel',
}

interface Failure {
  /** Whether the same card can’t ever work: then only another one is tried. */
  readonly isHard: boolean
}

/**
 * A charge didn’t succeed, or there was nothing to charge. The first one begins the schedule; those
 * that somebody tries between its days don’t advance it. Whoever has canceled isn’t chased.
 */
export function planFailedAttempt(
  facts: SubscriptionFacts,
  policy: DunningPolicy,
  failure: Failure,
  now: Date,
): Plan {
  if (facts.status !== 'active' && facts.status !== 'past_due') {
    return { ...unchanged(facts), givesUpOrders: hasEnded(facts.status) }
  }
  if (facts.cancelAtPeriodEnd) return planned(facts, ended(facts, now), { givesUpOrders: true })
  const failed =
    facts.status === 'active'
      ? pastDue(facts, policy, now)
      : { ...facts, attempts: facts.attempts + 1 }
  const nextAttemptAt = failure.isHard ? null : nextAttempt(policy, failed.pastDueAt ?? now, now)
  const after = { ...failed, nextAttemptAt }
  const isOver = nextAttemptAt === null && isReached(after.lastResortAt, now)
  return isOver ? atLast(facts, lastResort(after, policy, now)) : planned(facts, after)
}

function pastDue(facts: SubscriptionFacts, policy: DunningPolicy, now: Date): SubscriptionFacts {
  const { attemptDays, graceDays } = policy
  return {
    ...facts,
    status: moved(facts.status, 'fail'),
    pastDueAt: now,
    attempts: 0,
    graceEndsAt: graceDays === 0 ? null : daysAfter(now, graceDays),
    lastResortAt: daysAfter(now, Math.max(0, graceDays, ...attemptDays)),
    revokedAt: graceDays === 0 ? now : facts.revokedAt,
  }
}

/** The first day of the schedule that is still ahead: days that were missed aren’t made up for. */
const nextAttempt = ({ attemptDays }: DunningPolicy, since: Date, now: Date): Date | null => {
  const days = attemptDays.toSorted((one, other) => one - other)
  return days.map((day) => daysAfter(since, day)).find((day) => day > now) ?? null
}

/** What it gave is taken away; the money is still asked for. */
export function planGraceEnd(
  facts: SubscriptionFacts,
  now: Date,
): Plan | Refusal<'subscription_not_due'> {
  if (facts.status !== 'past_due' || !isReached(facts.graceEndsAt, now)) {
    return refuse('subscription_not_due')
  }
  return planned(facts, { ...facts, graceEndsAt: null, revokedAt: facts.revokedAt ?? now })
}

/** All was tried: what the seller wants to become of it then. */
export function planLastResort(
  facts: SubscriptionFacts,
  policy: DunningPolicy,
  now: Date,
): Plan | Refusal<'subscription_not_due'> {
  if (facts.status !== 'past_due' || !isReached(facts.lastResortAt, now)) {
    return refuse('subscription_not_due')
  }
  return atLast(facts, lastResort(facts, policy, now))
}

const atLast = (before: SubscriptionFacts, after: SubscriptionFacts): Plan =>
  planned(before, after, { givesUpOrders: hasEnded(after.status) })

function lastResort(
  facts: SubscriptionFacts,
  { finalAction }: DunningPolicy,
  now: Date,
): SubscriptionFacts {
  if (finalAction === 'cancel') return ended(facts, now)
  const status = finalAction === 'unpaid' ? moved(facts.status, 'rest') : facts.status
  return { ...facts, ...collectingEnded, status, revokedAt: facts.revokedAt ?? now }
}

interface Recovery {
  /** Whether anything else of the subscription is still to be paid. */
  readonly hasOpenOrders: boolean
}

/**
 * A payment has come. It ends what is overdue once nothing else is. What rested unpaid until its
 * period was over begins another one: nobody had anything of the last.
 */
export function planRecovery(
  facts: SubscriptionFacts,
  { hasOpenOrders }: Recovery,
  now: Date,
): Plan {
  if (facts.status !== 'past_due' && facts.status !== 'unpaid') return unchanged(facts)
  if (hasOpenOrders) return unchanged(facts)
  const isLapsed = facts.status === 'unpaid' && isReached(facts.period.end, now)
  const current = isLapsed ? inPeriod(facts, begun(facts.interval, now)) : facts
  return planned(facts, {
    ...current,
    status: moved(facts.status, 'recover'),
    pastDueAt: null,
    attempts: 0,
    ...collectingEnded,
    revokedAt: null,
  })
}
