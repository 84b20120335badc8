import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { Plan, SubscriptionFacts } from './facts.ts'
import { planned } from './outcome.ts'
import { inPeriod } from './periods.ts'
import { nextPeriod } from './renewal.ts'

type TrialRefusal =
  | 'subscription_canceled'
  | 'subscription_trial_over'
  | 'subscription_trial_end_past'

/** A trial that ends now is followed by its first paid period, as at any other end of it. */
export function planTrialEnd(
  facts: SubscriptionFacts,
  { trialEnd }: { readonly trialEnd: Date },
  now: Date,
): Plan | Refusal<TrialRefusal> {
  const loc = ['body', 'trial_end']
  if (facts.status !== 'trialing') return refuse('subscription_trial_over', { loc })
  if (facts.cancelAtPeriodEnd) return refuse('subscription_canceled')
  if (trialEnd < now) return refuse('subscription_trial_end_past', { loc })
  const { interval, anchorDay, period } = facts
  const rest = { start: period.start, end: trialEnd }
  const after = inPeriod({ ...facts, trialEnd }, { interval, anchorDay, period: rest })
  return trialEnd > now ? planned(facts, after) : nextPeriod(after)
}
