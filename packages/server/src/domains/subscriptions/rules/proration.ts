import type { MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits, negate, subtract, times } from '../../../kernel/money.ts'
import { type Period, remaining } from '../../../kernel/period.ts'
import { periodAmount } from './amounts.ts'
import { type CreditClaim, creditsFor } from './credits.ts'
import type {
  BillingEntry,
  SubscriptionFacts,
  SubscriptionPrice,
  SubscriptionProduct,
} from './facts.ts'
import { quantityLabel, remainingLabel } from './labels.ts'

// Proration bills or credits the rest of a period. The share that remains is an exact ratio of
// milliseconds; each price is rounded once, half away from zero.

interface Sold {
  readonly product: SubscriptionProduct
  readonly prices: readonly SubscriptionPrice[]
}

type Facts = Pick<SubscriptionFacts, 'product' | 'prices' | 'waiting' | 'settlements'>

interface Cut {
  readonly period: Period
  /** The rest of the period starts here. */
  readonly at: Date
}

/** Credits the rest of the period at the prices in force, as far as it was charged. */
export const creditsOfRest = (facts: Facts, cut: Cut): readonly BillingEntry[] =>
  creditsFor(facts, prorated(facts, cut))

/** Charges the rest of the period at other prices. */
export const chargesOfRest = (sold: Sold, cut: Cut): readonly BillingEntry[] =>
  prorated(sold, cut).map(chargeEntry)

function prorated({ product, prices }: Sold, { period, at }: Cut): readonly Prorated[] {
  const rest = { start: at, end: period.end }
  const label = remainingLabel(product.name, rest)
  return prices
    .filter(isProrated)
    .map((price) => ({
      productPriceId: price.productPriceId,
      label,
      rest,
      amount: times(netOf(price), remaining(period, at)),
    }))
    .filter(({ amount }) => amount > 0)
}

/** Free prices, metered prices and those that the buyer chose are not prorated. */
const isProrated = ({ kind }: SubscriptionPrice): boolean => kind === 'fixed'

/** The current price of a period, after its discount. */
const netOf = (price: SubscriptionPrice): MinorUnits =>
  subtract(periodAmount(price), price.discountAmount)

type Prorated = CreditClaim

const chargeEntry = ({ productPriceId, label, rest, amount }: Prorated): BillingEntry => ({
  kind: 'proration',
  label,
  amount,
  discountAmount: minorUnits(0),
  isDiscounted: false,
  period: rest,
  productPriceId,
  reverses: null,
  usageSettlementId: null,
})

/**
 * More or fewer of the same product: the difference of each price. It is truncated towards zero, as
 * in the API that `@polar-sh/sdk` was made for; everything else rounds half away from zero.
 */
export function quantityDifference(before: Facts, after: Sold, cut: Cut): readonly BillingEntry[] {
  const rest = { start: cut.at, end: cut.period.end }
  const { numerator, denominator } = remaining(cut.period, cut.at)
  const differences = after.prices.filter(isProrated).map((price) => {
    const old = before.prices.find((one) => one.productPriceId === price.productPriceId)
    assert(old !== undefined, 'a quantity changes for prices that the subscription has')
    const delta = BigInt(netOf(price)) - BigInt(netOf(old))
    const label = quantityLabel({ product: after.product.name, from: old, to: price, rest })
    const amount = minorUnits((delta * numerator) / denominator)
    return { productPriceId: price.productPriceId, label, rest, amount }
  })
  const fewer = differences.filter(({ amount }) => amount < 0)
  return [
    ...creditsFor(
      before,
      fewer.map((one) => ({ ...one, amount: negate(one.amount) })),
    ),
    ...differences.filter(({ amount }) => amount > 0).map(chargeEntry),
  ]
}
