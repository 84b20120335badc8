import type { MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits, subtract, times } from '../../../kernel/money.ts'
import { type Period, remaining } from '../../../kernel/period.ts'
import { periodAmount } from './amounts.ts'
import type { BillingEntry, SubscriptionPrice, SubscriptionProduct } from './facts.ts'
import { quantityLabel, remainingLabel } from './labels.ts'

// Proration bills or credits the rest of a period. The share that remains is an exact ratio of
// milliseconds; each price is rounded once, half away from zero.

interface Sold {
  readonly product: SubscriptionProduct
  readonly prices: readonly SubscriptionPrice[]
}

interface Cut {
  readonly period: Period
  /** The rest of the period starts here. */
  readonly at: Date
}

const nothing = minorUnits(0)

/** Credits the rest of the period at the current prices and discount. */
export const creditsOfRest = (sold: Sold, cut: Cut): readonly BillingEntry[] =>
  prorated(sold, cut, (net) => subtract(nothing, net))

/** Charges the rest of the period at other prices. */
export const chargesOfRest = (sold: Sold, cut: Cut): readonly BillingEntry[] =>
  prorated(sold, cut, (net) => net)

function prorated(
  { product, prices }: Sold,
  { period, at }: Cut,
  signed: (net: MinorUnits) => MinorUnits,
): readonly BillingEntry[] {
  const rest = { start: at, end: period.end }
  const label = remainingLabel(product.name, rest)
  return prices
    .filter(isProrated)
    .flatMap((price) =>
      entriesOf(price, { label, rest, amount: signed(times(netOf(price), remaining(period, at))) }),
    )
}

/** Free prices, metered prices and those that the buyer chose are not prorated. */
const isProrated = ({ kind }: SubscriptionPrice): boolean => kind === 'fixed'

/** The current price of a period, after its discount. */
const netOf = (price: SubscriptionPrice): MinorUnits =>
  subtract(periodAmount(price), price.discountAmount)

interface Prorated {
  readonly label: string
  readonly rest: Period
  readonly amount: MinorUnits
}

const entriesOf = (
  { productPriceId }: SubscriptionPrice,
  { label, rest, amount }: Prorated,
): readonly BillingEntry[] =>
  amount === 0
    ? []
    : [
        {
          kind: 'proration',
          label,
          amount,
          discountAmount: nothing,
          isDiscounted: false,
          period: rest,
          productPriceId,
        },
      ]

/**
 * More or fewer of the same product: one entry for the difference of each price. It is truncated
 * towards zero, as in the API that `@polar-sh/sdk` was made for; everything else rounds half away
 * from zero.
 */
export function quantityDifference(before: Sold, after: Sold, cut: Cut): readonly BillingEntry[] {
  const rest = { start: cut.at, end: cut.period.end }
  const { numerator, denominator } = remaining(cut.period, cut.at)
  return after.prices.filter(isProrated).flatMap((price) => {
    const old = before.prices.find((one) => one.productPriceId === price.productPriceId)
    assert(old !== undefined, 'a quantity changes for prices that the subscription has')
    const delta = BigInt(netOf(price)) - BigInt(netOf(old))
    const label = quantityLabel({ product: after.product.name, from: old, to: price, rest })
    return entriesOf(price, { label, rest, amount: minorUnits((delta * numerator) / denominator) })
  })
}
