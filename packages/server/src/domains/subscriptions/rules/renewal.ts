import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { discountIn } from './discount.ts'
import { ended, finalOrder } from './ending.ts'
import { cycleEntries, discounted, usageEntries } from './entries.ts'
import type { Entry, OrderDraft, Plan, SubscriptionFacts } from './facts.ts'
import { isBillable, moved } from './lifecycle.ts'
import { planned } from './outcome.ts'
import { begun, continued, inPeriod } from './periods.ts'
import { billed } from './prices.ts'

/**
 * One period further, whoever asks and however late: the next period begins where the last one
 * ended. Whoever canceled gets no other.
 */
export function planRenewal(
  facts: SubscriptionFacts,
  now: Date,
): Plan | Refusal<'subscription_not_due'> {
  if (!isBillable(facts.status) || now < facts.period.end) return refuse('subscription_not_due')
  return facts.cancelAtPeriodEnd ? lastPeriodOver(facts, now) : nextPeriod(facts)
}

function lastPeriodOver(facts: SubscriptionFacts, now: Date): Plan {
  const order = finalOrder(facts, facts.period.end)
  const waiting = order === null ? facts.waiting : []
  return planned(facts, { ...ended(facts, now), waiting }, { order })
}

/** What a renewal comes to; whether it is time for it is asked before. */
export function nextPeriod(facts: SubscriptionFacts): Plan {
  const isTrialOver = facts.status === 'trialing'
  // A trial gives away what is used in it.
  const usage = isTrialOver ? [] : usageEntries(facts, facts.period)
  const changed = withPending(facts)
  const isNewCycle = isTrialOver || changed.interval !== facts.interval
  const cycle = isNewCycle
    ? begun(changed.interval, facts.period.end)
    : continued(changed, facts.period.end)
  const status = isTrialOver ? moved(facts.status, 'convert') : facts.status
  const next = billedPeriod({ ...inPeriod(changed, cycle), status }, usage)
  const order = { reason: 'subscription_cycle', ...next.order } as const
  return planned(facts, next.after, { order: order.entries.length === 0 ? null : order })
}

const withPending = (facts: SubscriptionFacts): SubscriptionFacts => {
  if (facts.pending === null) return facts
  const { appliesAt: _appliesAt, ...change } = facts.pending
  return { ...facts, ...change, pending: null }
}

/** A period that has just begun, and all that is billed with it. */
export function billedPeriod(
  facts: SubscriptionFacts,
  usage: readonly Entry[],
): { readonly after: SubscriptionFacts; readonly order: Omit<OrderDraft, 'reason'> } {
  const { period, anchorDay } = facts
  const discount = discountIn({ start: period.start, anchorDay }, facts.discount)
  const fresh = discounted([...cycleEntries(facts, period), ...usage], discount)
  return {
    after: { ...facts, discount, prices: billed(facts.prices, fresh), waiting: [] },
    order: { entries: [...facts.waiting, ...fresh], period, discountId: discount?.id ?? null },
  }
}
