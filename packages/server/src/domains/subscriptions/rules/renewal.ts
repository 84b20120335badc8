import { type Decision, decided, type OrderDraft } from './decision.ts'
import { discountForPeriod } from './discount.ts'
import { ended, finalOrder } from './end.ts'
import { cycleEntries, usageOfPeriod, withDiscount } from './entries.ts'
import type { BillingEntry, SubscriptionFacts } from './facts.ts'
import { isBillable, statusAfter } from './lifecycle.ts'
import { firstPeriod, followingPeriod, withPeriod } from './periods.ts'
import { pricesOnceBilled } from './prices.ts'

/**
 * Starts the next period where the last one ended, however late this runs. A subscription that was
 * canceled ends instead, and what it owes is still collected. Null if it isn’t due.
 */
export function decideRenewal(facts: SubscriptionFacts, now: Date): Decision | null {
  if (!isBillable(facts.status) || now < facts.period.end) return null
  return facts.cancelAtPeriodEnd ? endWithPeriod(facts, now) : renew(facts)
}

function endWithPeriod(facts: SubscriptionFacts, now: Date): Decision {
  const order = finalOrder(facts, facts.period.end)
  const waiting = order === null ? facts.waiting : []
  const { nextAttemptAt, finalActionAt } = facts
  const after = { ...ended(facts, now), nextAttemptAt, finalActionAt, waiting }
  return decided(facts, after, { order })
}

/** The renewal itself; the caller checks whether it is due. */
export function renew(facts: SubscriptionFacts): Decision {
  const isTrialOver = facts.status === 'trialing'
  // Usage during a trial is free.
  const usage = isTrialOver ? [] : usageOfPeriod(facts)
  const changed = withPendingChange(facts)
  const isNewCycle = isTrialOver || changed.interval !== facts.interval
  const next = isNewCycle
    ? firstPeriod(changed.interval, facts.period.end)
    : followingPeriod(changed, facts.period.end)
  const status = isTrialOver ? statusAfter(facts.status, 'convert') : facts.status
  const billed = billPeriod({ ...withPeriod(changed, next), status }, usage)
  const order = { reason: 'subscription_cycle', ...billed.order } as const
  return decided(facts, billed.after, { order: order.entries.length === 0 ? null : order })
}

export const withPendingChange = (facts: SubscriptionFacts): SubscriptionFacts => {
  if (facts.pending === null) return facts
  const { appliesAt: _appliesAt, ...change } = facts.pending
  return { ...facts, ...change, pending: null }
}

export interface BilledPeriod {
  readonly after: SubscriptionFacts
  readonly order: Omit<OrderDraft, 'reason'>
}

/** Bills a period that has just started, together with waiting entries and the given usage. */
export function billPeriod(facts: SubscriptionFacts, usage: readonly BillingEntry[]): BilledPeriod {
  const { period, anchorDay } = facts
  const discount = discountForPeriod({ start: period.start, anchorDay }, facts.discount)
  const entries = withDiscount([...cycleEntries(facts, period), ...usage], discount)
  return {
    after: { ...facts, discount, prices: pricesOnceBilled(facts.prices, entries), waiting: [] },
    order: { entries: [...facts.waiting, ...entries], period, discountId: discount?.id ?? null },
  }
}
