import type { MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import {
  compareDecimals,
  decimal,
  multiplyDecimals,
  subtractDecimals,
  toMinorUnits,
} from '../../../kernel/decimal.ts'
import { minorUnits, subtract, sum } from '../../../kernel/money.ts'
import { discountShares } from './discount.ts'
import type { DiscountInForce, OrderDraft, PriceInForce } from './facts.ts'

type Priced = Pick<PriceInForce, 'kind' | 'amount' | 'quantity'>

/** What a price takes each period, whatever is used: nothing where it is free or metered. */
export const baseOf = ({ kind, amount, quantity }: Priced): MinorUnits =>
  kind === 'fixed' || kind === 'custom' ? minorUnits(amount * quantity) : minorUnits(0)

/** What a subscription takes each period, less its discount, without tax and without usage. */
export function subscriptionAmount({
  prices,
  discount,
}: {
  readonly prices: readonly Priced[]
  readonly discount: DiscountInForce | null
}): MinorUnits {
  const bases = prices.map(baseOf)
  return subtract(sum(bases), sum(discountShares(discount, bases)))
}

/** The same prices with what a discount takes off each of them. */
export function discountedPrices<P extends Priced>(
  prices: readonly P[],
  discount: DiscountInForce | null,
): readonly (P & { readonly discountAmount: MinorUnits })[] {
  const shares = discountShares(discount, prices.map(baseOf))
  return prices.map((price, at) => ({ ...price, discountAmount: shares[at] ?? minorUnits(0) }))
}

type Metered = Pick<PriceInForce, 'unitAmount' | 'capAmount' | 'usage'>

/** What was used beyond what was credited, at its price and up to the cap; half up. */
export function meteredAmount({ unitAmount, capAmount, usage }: Metered): MinorUnits {
  if (usage === null) return minorUnits(0)
  assert(unitAmount !== null, 'what is metered has a price of its unit')
  const beyond = subtractDecimals(usage.consumed, decimal(usage.credited))
  if (compareDecimals(beyond, decimal(0)) <= 0) return minorUnits(0)
  const amount = toMinorUnits(multiplyDecimals(unitAmount, beyond))
  return capAmount === null ? amount : minorUnits(Math.min(amount, capAmount))
}

interface OrderAmounts {
  readonly subtotalAmount: MinorUnits
  readonly discountAmount: MinorUnits
  readonly netAmount: MinorUnits
}

/** Before tax. */
export function amountsOf({ entries }: Pick<OrderDraft, 'entries'>): OrderAmounts {
  const subtotalAmount = sum(entries.map(({ amount }) => amount))
  const discountAmount = sum(entries.map((entry) => entry.discountAmount))
  return { subtotalAmount, discountAmount, netAmount: subtract(subtotalAmount, discountAmount) }
}
