import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { decideExpiry } from '../rules/cancellation.ts'
import { type Decision, unchanged } from '../rules/decision.ts'
import { dueStep } from '../rules/due.ts'
import {
  decideFinalAction,
  decideGraceEnd,
  decidePostponedRetry,
  decideRecovery,
} from '../rules/dunning.ts'
import { decideEarlyBilling } from '../rules/early-billing.ts'
import type { DunningPolicy, SubscriptionFacts } from '../rules/facts.ts'
import { decideHold, decideResumption } from '../rules/hold.ts'
import { decideRenewal } from '../rules/renewal.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'

/** A subscription that was read without a lock. */
export interface Candidate {
  readonly row: SubscriptionRow
  readonly facts: SubscriptionFacts
}

interface Circumstances {
  readonly now: Date
  readonly policy: DunningPolicy
  readonly usageGraceMinutes: number
  /** Subscriptions with unpaid orders. */
  readonly withOpenOrders: ReadonlySet<Id<'subscription'>>
  /** Subscriptions with a payment under way, whose outcome isn’t known yet. */
  readonly charging: ReadonlySet<Id<'subscription'>>
  /** Of these, those that wait for the customer alone, who puts no more than a retry off. */
  readonly confirming: ReadonlySet<Id<'subscription'>>
  /** Subscriptions that a dispute holds now. */
  readonly held: ReadonlySet<Id<'subscription'>>
}

export interface DueDecision extends Candidate {
  readonly decision: Decision
  /** Whether its unpaid orders are charged. */
  readonly collects: boolean
}

/** One step of a due subscription. Null if nothing is due after all, or a payment is under way. */
export function decideDue(
  { row, facts }: Candidate,
  { now, policy, usageGraceMinutes, ...circumstances }: Circumstances,
): DueDecision | null {
  const due = (decision: Decision | null, collects = false): DueDecision => {
    assert(decision !== null, 'a step is due when its time has come')
    return { row, facts, decision, collects }
  }
  const early = (decision: Decision | null) => (decision === null ? null : due(decision))
  const { withOpenOrders, charging, confirming, held } = circumstances
  // Its card or the seller’s settings changed since: that decides what is due.
  const followed = decideHold(facts, held.has(row.id), now)
  if (followed.transitions.length > 0) return due(followed)
  const [isCharging, isConfirming] = [charging.has(row.id), confirming.has(row.id)]
  switch (dueStep(facts, now, usageGraceMinutes)) {
    case null:
      return isCharging ? null : early(decideEarlyBilling(facts, now))
    case 'expire':
      return due(decideExpiry(facts, now))
    case 'renew':
      return due(decideRenewal(facts, now))
    case 'resume':
      return due(decideResumption(facts, now))
    case 'end_grace':
      return due(decideGraceEnd(facts, now))
    case 'final_action':
      if (isCharging && !isConfirming) return null
      return withOpenOrders.has(row.id)
        ? due(decideFinalAction(facts, policy, now))
        : due(decideRecovery(facts, { hasOpenOrders: false }, now))
    case 'retry_payment':
      if (isCharging) return isConfirming ? due(decidePostponedRetry(facts, now)) : null
      return withOpenOrders.has(row.id)
        ? due(retrying(facts), true)
        : due(decideRecovery(facts, { hasOpenOrders: false }, now))
  }
}

/** The outcome of the payment decides when the next retry is. */
const retrying = (facts: SubscriptionFacts): Decision => ({
  ...unchanged(facts),
  after: { ...facts, nextAttemptAt: null },
})
