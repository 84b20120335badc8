import type { SubscriptionFacts } from './facts.ts'
import { isBillable } from './lifecycle.ts'
import { isReached } from './periods.ts'

type DueStep = 'expire' | 'retry_payment' | 'end_grace' | 'final_action' | 'renew' | 'resume'

interface Appointment {
  readonly step: DueStep
  readonly at: Date
}

/**
 * When the next decision is due; null for never. Where usage is billed, the end of a period waits
 * some minutes for what is reported late.
 */
export const nextDueAt = (facts: SubscriptionFacts, usageGraceMinutes = 0): Date | null =>
  nextOf(facts, usageGraceMinutes)?.at ?? null

/** The one step to take now; null where nothing is due yet. */
export function dueStep(
  facts: SubscriptionFacts,
  now: Date,
  usageGraceMinutes = 0,
): DueStep | null {
  const next = nextOf(facts, usageGraceMinutes)
  return next !== null && isReached(next.at, now) ? next.step : null
}

/** At the same instant the earlier in the list comes first: a payment may save what would end. */
function nextOf(facts: SubscriptionFacts, usageGraceMinutes: number): Appointment | null {
  return appointments(facts, usageGraceMinutes).reduce<Appointment | null>(
    (earliest, one) => (earliest === null || one.at < earliest.at ? one : earliest),
    null,
  )
}

const appointments = (
  facts: SubscriptionFacts,
  usageGraceMinutes: number,
): readonly Appointment[] => [
  ...(facts.status === 'incomplete' ? at('expire', facts.incompleteUntil) : []),
  ...(facts.status === 'past_due' || facts.status === 'canceled' ? dunning(facts) : []),
  ...(isBillable(facts.status) ? at('renew', renewalAt(facts, usageGraceMinutes)) : []),
  ...(facts.status === 'unpaid' && facts.heldAt === null ? at('resume', facts.suspendedAt) : []),
]

const minuteMilliseconds = 60_000

/** Usage of a trial isn’t billed. */
function renewalAt({ prices, status, period }: SubscriptionFacts, graceMinutes: number): Date {
  const isMetered = status !== 'trialing' && prices.some(({ usage }) => usage !== null)
  return isMetered ? new Date(period.end.getTime() + graceMinutes * minuteMilliseconds) : period.end
}

/** A disputed card isn’t retried. */
const dunning = (facts: SubscriptionFacts): readonly Appointment[] => [
  ...(facts.heldAt === null ? at('retry_payment', facts.nextAttemptAt) : []),
  ...at('end_grace', facts.graceEndsAt),
  ...at('final_action', facts.finalActionAt),
]

const at = (step: DueStep, instant: Date | null): readonly Appointment[] =>
  instant === null ? [] : [{ step, at: instant }]
