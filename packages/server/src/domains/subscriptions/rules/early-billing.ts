import { sum } from '../../../kernel/money.ts'
import { type Decision, decided } from './decision.ts'
import { discountForUsage } from './discount.ts'
import { periodUntil, usageEntries, withDiscount } from './entries.ts'
import type { BillingEntry, SubscriptionFacts, SubscriptionPrice } from './facts.ts'
import type { EarlyUsage } from './metered-periods.ts'
import { periodPrice, usageCharge } from './usage-charges.ts'

/**
 * Bills the usage so far at once where it costs as much as the product’s threshold. While a payment
 * is overdue nothing more is billed early, so a declining card is charged no more often. The end of
 * the period bills the rest. Null where nothing is to be billed.
 */
export function decideEarlyBilling(facts: SubscriptionFacts, now: Date): Decision | null {
  const { billingThreshold, status, heldAt, period } = facts
  const isPossible = status === 'active' && heldAt === null && now < period.end
  if (!isPossible || billingThreshold === null) return null
  const early = { ...facts, prices: facts.prices.map(withoutMinimum) }
  const shown = { shown: periodUntil(period, now), until: period.end }
  const usage = usageEntries(early, shown)
  if (sum(usage.map(({ amount }) => amount)) < billingThreshold) return null
  // As if it were billed at the end of the period.
  const discount = discountForUsage(facts, period.end)
  const entries = [...facts.waiting, ...withDiscount(usage, discount)]
  const discountId = discount?.id ?? null
  const order = { reason: 'subscription_update', entries, period, discountId } as const
  const billedEarly = early.prices.flatMap((price) => earlyUsage(price, facts, usage))
  return decided(facts, { ...facts, waiting: [] }, { order, billedEarly })
}

/** It is due at the end of the period. */
const withoutMinimum = (price: SubscriptionPrice): SubscriptionPrice =>
  price.metered === null ? price : { ...price, metered: { ...price.metered, minimumAmount: null } }

function earlyUsage(
  price: SubscriptionPrice,
  { period }: SubscriptionFacts,
  entries: readonly BillingEntry[],
): readonly EarlyUsage[] {
  const { meterId, productPriceId, usage } = price
  const isBilled = entries.some((entry) => entry.productPriceId === productPriceId)
  if (meterId === null || usage === null || !isBilled) return []
  const charged = periodPrice(price, period, period.end)
  const billed = usageCharge(charged, usage).usage
  return [
    {
      meterId,
      productPriceId,
      usage: billed,
      price: charged,
      isCut: false,
      isRest: usage.billed !== null,
    },
  ]
}
