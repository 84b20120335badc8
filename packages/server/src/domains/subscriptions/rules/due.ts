import type { SubscriptionFacts } from './facts.ts'
import { isBillable } from './lifecycle.ts'
import { isReached } from './periods.ts'

type DueStep = 'expire' | 'attempt' | 'end_grace' | 'last_resort' | 'renew'

interface Appointment {
  readonly step: DueStep
  readonly at: Date
}

/** When something is to be decided next; null where nothing will be. */
export const nextDueAt = (facts: SubscriptionFacts): Date | null => first(facts)?.at ?? null

/** What is to be done now, one thing at a time; null where nothing is due yet. */
export function dueStep(facts: SubscriptionFacts, now: Date): DueStep | null {
  const next = first(facts)
  return next !== null && isReached(next.at, now) ? next.step : null
}

/** Of two at the same instant the earlier in the list comes first: a payment may save what ends. */
function first(facts: SubscriptionFacts): Appointment | null {
  return appointments(facts).reduce<Appointment | null>(
    (earliest, one) => (earliest === null || one.at < earliest.at ? one : earliest),
    null,
  )
}

const appointments = (facts: SubscriptionFacts): readonly Appointment[] => [
  ...(facts.status === 'incomplete' ? at('expire', facts.incompleteUntil) : []),
  ...(facts.status === 'past_due' ? dunning(facts) : []),
  ...(isBillable(facts.status) ? at('renew', facts.period.end) : []),
]

const dunning = (facts: SubscriptionFacts): readonly Appointment[] => [
  ...at('attempt', facts.nextAttemptAt),
  ...at('end_grace', facts.graceEndsAt),
  ...at('last_resort', facts.lastResortAt),
]

const at = (step: DueStep, instant: Date | null): readonly Appointment[] =>
  instant === null ? [] : [{ step, at: instant }]
