import type { Id } from '@guildhall/contract/primitives'
import { accept } from '../../../kernel/refusal.ts'
import { planExpiry } from '../rules/cancellation.ts'
import { dueStep } from '../rules/due.ts'
import { planGraceEnd, planLastResort, planRecovery } from '../rules/dunning.ts'
import type { DunningPolicy, Plan, SubscriptionFacts } from '../rules/facts.ts'
import { planRenewal } from '../rules/renewal.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'

/** A subscription as it was read, without a lock. */
export interface Candidate {
  readonly row: SubscriptionRow
  readonly facts: SubscriptionFacts
}

interface Circumstances {
  readonly now: Date
  readonly policy: DunningPolicy
  /** Of which something waits to be paid. */
  readonly owing: ReadonlySet<Id<'subscription'>>
  /** Of which something is being charged, so that nobody knows yet what it owes. */
  readonly charging: ReadonlySet<Id<'subscription'>>
}

export interface Decision extends Candidate {
  readonly plan: Plan
  /** Whether what is open of it is to be charged. */
  readonly collects: boolean
}

/**
 * What becomes of a subscription that is due, by one step. Null where nothing can be said now: it
 * isn’t due after all, or a payment is under way on which it depends.
 */
export function decideDue(
  { row, facts }: Candidate,
  { now, policy, owing, charging }: Circumstances,
): Decision | null {
  const decided = (plan: Plan, collects = false): Decision => ({ row, facts, plan, collects })
  const step = dueStep(facts, now)
  switch (step) {
    case null:
      return null
    case 'expire':
      return decided(accept(planExpiry(facts, now)))
    case 'renew':
      return decided(accept(planRenewal(facts, now)))
    case 'end_grace':
      return decided(accept(planGraceEnd(facts, now)))
    case 'last_resort':
      return charging.has(row.id) ? null : decided(accept(planLastResort(facts, policy, now)))
    case 'attempt':
      if (charging.has(row.id)) return null
      return owing.has(row.id)
        ? decided(attempted(facts), true)
        : decided(planRecovery(facts, { hasOpenOrders: false }, now))
  }
}

/** The day of the schedule has come; the next one is known when it is known what came of this. */
const attempted = (facts: SubscriptionFacts): Plan => ({
  after: { ...facts, nextAttemptAt: null },
  order: null,
  entries: [],
  transitions: [],
  givesUpOrders: false,
})
