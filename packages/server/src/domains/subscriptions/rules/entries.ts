import { minorUnits, subtract } from '../../../kernel/money.ts'
import type { Period } from '../../../kernel/period.ts'
import { meteredAmount, periodAmount } from './amounts.ts'
import { discountForUsage, discountShares } from './discount.ts'
import type {
  BillingEntry,
  SubscriptionDiscount,
  SubscriptionFacts,
  SubscriptionPrice,
  SubscriptionProduct,
} from './facts.ts'
import { cycleLabel, meteredLabel } from './labels.ts'

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
      amount: periodAmount(price),
      discountAmount: nothing,
      isDiscounted: true,
      period,
      productPriceId: price.productPriceId,
      reverses: null,
    }))

type Metered = Pick<SubscriptionFacts, 'currency' | 'prices'>

/** The usage of a period; no entries for usage that costs nothing. */
export const usageEntries = (
  { currency, prices }: Metered,
  period: Period,
): readonly BillingEntry[] =>
  prices.flatMap((price) => {
    const amount = meteredAmount(price)
    if (amount === 0) return []
    return {
      kind: 'metered',
      label: meteredLabel(price, currency),
      amount,
      discountAmount: nothing,
      isDiscounted: true,
      period,
      productPriceId: price.productPriceId,
      reverses: null,
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

/** Usage that is billed before its period is over, with its discount deducted. */
export function usageUntil(
  facts: Metered & Pick<SubscriptionFacts, 'anchorDay' | 'discount' | 'period'>,
  at: Date,
): readonly BillingEntry[] {
  const usage = usageEntries(facts, periodUntil(facts.period, at))
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
