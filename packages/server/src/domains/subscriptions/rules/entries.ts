import { minorUnits, subtract } from '../../../kernel/money.ts'
import type { Period } from '../../../kernel/period.ts'
import { periodAmount } from './amounts.ts'
import { discountForUsage, discountShares } from './discount.ts'
import type {
  BillingEntry,
  SubscriptionDiscount,
  SubscriptionFacts,
  SubscriptionPrice,
  SubscriptionProduct,
} from './facts.ts'
import { cycleLabel, meteredLabel } from './labels.ts'
import { periodPrice, usageCharge } from './usage-charges.ts'

interface Sold {
  readonly product: SubscriptionProduct
  readonly prices: readonly SubscriptionPrice[]
}

const nothing = minorUnits(0)

/** What a period costs: one entry for each price that isn’t metered. */
export const cycleEntries = ({ product, prices }: Sold, period: Period): readonly BillingEntry[] =>
  prices
    .filter(({ kind }) => kind !== 'metered_unit')
    .map((price) => ({
      kind: 'cycle',
      label: cycleLabel(product.name, price.quantity),
      quantity: price.quantity,
      amount: periodAmount(price),
      discountAmount: nothing,
      isDiscounted: true,
      period,
      productPriceId: price.productPriceId,
      reverses: null,
      usageSettlementId: null,
    }))

type Metered = Pick<SubscriptionFacts, 'currency' | 'prices' | 'period'>

interface UsedUntil {
  /** As the items say it. */
  readonly shown: Period
  /** Until when the price covers the period: its minimum and included units have that share. */
  readonly until: Date
}

/** The usage of the period; no entries for usage that costs nothing. */
export const usageEntries = (
  { currency, prices, period: whole }: Metered,
  { shown: period, until }: UsedUntil,
): readonly BillingEntry[] =>
  prices.flatMap((price) => {
    const { usage } = price
    if (usage === null) return []
    const charged = periodPrice(price, whole, until)
    const { amount, ...used } = usageCharge(charged, usage)
    if (amount === 0) return []
    const isRest = usage.billed !== null
    return {
      kind: 'metered',
      label: meteredLabel({ ...price, ...used, isRest, price: charged }, currency),
      amount,
      discountAmount: nothing,
      isDiscounted: true,
      period,
      productPriceId: price.productPriceId,
      reverses: null,
      usageSettlementId: null,
    }
  })

/** Applies a discount to the entries that allow it. */
export function withDiscount(
  entries: readonly BillingEntry[],
  discount: SubscriptionDiscount | null,
): readonly BillingEntry[] {
  const amounts = entries.map(({ amount, isDiscounted }) => (isDiscounted ? amount : nothing))
  const shares = discountShares(discount, amounts)
  return entries.map((entry, at) => ({ ...entry, discountAmount: shares[at] ?? nothing }))
}

/** The usage of a period that was not cut. */
export const usageOfPeriod = (facts: Metered): readonly BillingEntry[] =>
  usageEntries(facts, { shown: facts.period, until: facts.period.end })

/** Usage that is billed before its period is over, with its discount deducted. */
export function usageUntil(
  facts: Metered & Pick<SubscriptionFacts, 'anchorDay' | 'discount'>,
  at: Date,
  until = at,
): readonly BillingEntry[] {
  const usage = usageEntries(facts, { shown: periodUntil(facts.period, at), until })
  return withDiscount(usage, discountForUsage(facts, at)).map((entry) => ({
    ...entry,
    amount: subtract(entry.amount, entry.discountAmount),
    discountAmount: nothing,
    isDiscounted: false,
  }))
}

/** The period cut off at an instant; whole where the instant is not after its start. */
export const periodUntil = ({ start, end }: Period, at: Date): Period => ({
  start,
  end: at > start ? at : end,
})
