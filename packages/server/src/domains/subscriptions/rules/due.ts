import type { SubscriptionFacts } from './facts.ts'
import { isBillable } from './lifecycle.ts'
import { isReached } from './periods.ts'

type DueStep = 'expire' | 'retry_payment' | 'end_grace' | 'final_action' | 'renew' | 'resume'

interface Appointment {
  readonly step: DueStep
  readonly at: Date
}

/** When the next decision is due; null for never. */
export const nextDueAt = (facts: SubscriptionFacts): Date | null => nextOf(facts)?.at ?? null

/** The one step to take now; null where nothing is due yet. */
export function dueStep(facts: SubscriptionFacts, now: Date): DueStep | null {
  const next = nextOf(facts)
  return next !== null && isReached(next.at, now) ? next.step : null
}

/** At the same instant the earlier in the list comes first: a payment may save what would end. */
function nextOf(facts: SubscriptionFacts): Appointment | null {
  return appointments(facts).reduce<Appointment | null>(
    (earliest, one) => (earliest === null || one.at < earliest.at ? one : earliest),
    null,
  )
}

const appointments = (facts: SubscriptionFacts): readonly Appointment[] => [
  ...(facts.status === 'incomplete' ? at('expire', facts.incompleteUntil) : []),
  ...(facts.status === 'past_due' || facts.status === 'canceled' ? dunning(facts) : []),
  ...(isBillable(facts.status) ? at('renew', facts.period.end) : []),
  ...(facts.status === 'unpaid' && facts.heldAt === null ? at('resume', facts.suspendedAt) : []),
]

/** A disputed card isn’t retried. */
const dunning = (facts: SubscriptionFacts): readonly Appointment[] => [
  ...(facts.heldAt === null ? at('retry_payment', facts.nextAttemptAt) : []),
  ...at('end_grace', facts.graceEndsAt),
  ...at('final_action', facts.finalActionAt),
]

const at = (step: DueStep, instant: Date | null): readonly Appointment[] =>
  instant === null ? [] : [{ step, at: instant }]
