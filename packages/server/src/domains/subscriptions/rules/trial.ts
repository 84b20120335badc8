import { minorUnits } from '../../../kernel/money.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { type Decision, decided } from './decision.ts'
import type { BillingEntry, SubscriptionFacts } from './facts.ts'
import { trialLabel } from './labels.ts'
import { withPeriod } from './periods.ts'
import { type BilledPeriod, renew } from './renewal.ts'

/** A trial is a period that costs nothing and doesn’t use up any of the discount. */
export function startTrial(facts: SubscriptionFacts, trialEnd: Date): BilledPeriod {
  const period = { start: facts.period.start, end: trialEnd }
  const entry: BillingEntry = {
    kind: 'cycle',
    label: trialLabel(facts.product.name, period),
    amount: minorUnits(0),
    discountAmount: minorUnits(0),
    isDiscounted: false,
    period,
    productPriceId: null,
    reverses: null,
    usageSettlementId: null,
  }
  const after: SubscriptionFacts = { ...facts, status: 'trialing', period, trialEnd }
  return { after, order: { entries: [entry], period, discountId: null } }
}

type TrialRefusal =
  | 'subscription_canceled'
  | 'subscription_trial_over'
  | 'subscription_trial_end_past'

/**
 * Moves the end of a trial. If it ends now, the first paid period starts, as at its regular end.
 */
export function decideTrialEnd(
  facts: SubscriptionFacts,
  { trialEnd }: { readonly trialEnd: Date },
  now: Date,
): Decision | Refusal<TrialRefusal> {
  const loc = ['body', 'trial_end']
  if (facts.status !== 'trialing') return refuse('subscription_trial_over', { loc })
  if (facts.cancelAtPeriodEnd) return refuse('subscription_canceled')
  if (trialEnd < now) return refuse('subscription_trial_end_past', { loc })
  const { interval, anchorDay, period } = facts
  const trial = { start: period.start, end: trialEnd }
  const after = withPeriod({ ...facts, trialEnd }, { interval, anchorDay, period: trial })
  return trialEnd > now ? decided(facts, after) : renew(after)
}
