import type { MinorUnits } from '@guildhall/contract/primitives'
import { add, minorUnits, subtract, sum } from '../../../kernel/money.ts'
import type { OrderDraft } from './decision.ts'
import { discountShares } from './discount.ts'
import type { SubscriptionDiscount, SubscriptionPrice } from './facts.ts'

type Priced = Pick<SubscriptionPrice, 'kind' | 'amount' | 'quantity'>

/** What a price costs each period regardless of usage: zero for free and metered prices. */
export const periodAmount = ({ kind, amount, quantity }: Priced): MinorUnits =>
  kind === 'fixed' || kind === 'custom' ? minorUnits(amount * quantity) : minorUnits(0)

/** What a subscription costs each period after its discount, before tax and without usage. */
export function subscriptionAmount({
  prices,
  discount,
}: {
  readonly prices: readonly Priced[]
  readonly discount: SubscriptionDiscount | null
}): MinorUnits {
  const amounts = prices.map(periodAmount)
  return subtract(sum(amounts), sum(discountShares(discount, amounts)))
}

/** The same prices, each with what the discount takes off it. */
export function discountedPrices<P extends Priced>(
  prices: readonly P[],
  discount: SubscriptionDiscount | null,
): readonly (P & { readonly discountAmount: MinorUnits })[] {
  const shares = discountShares(discount, prices.map(periodAmount))
  return prices.map((price, at) => ({ ...price, discountAmount: shares[at] ?? minorUnits(0) }))
}

interface OrderAmounts {
  readonly subtotalAmount: MinorUnits
  readonly discountAmount: MinorUnits
  readonly netAmount: MinorUnits
}

/** Before tax. */
export function orderAmounts({ entries }: Pick<OrderDraft, 'entries'>): OrderAmounts {
  const subtotalAmount = sum(entries.map(({ amount }) => amount))
  const discountAmount = sum(entries.map((entry) => entry.discountAmount))
  return { subtotalAmount, discountAmount, netAmount: subtract(subtotalAmount, discountAmount) }
}

/**
 * What today’s tax is calculated on: charges, less credits of charges that were never taxed. Credits
 * of paid items carry their own tax.
 */
export const taxableAmount = ({ entries }: Pick<OrderDraft, 'entries'>): MinorUnits =>
  orderAmounts({ entries: entries.filter(({ reverses }) => reverses === null) }).netAmount

/** The tax of an order: on what it charges, and of what it credits. */
export const orderTax = (
  { entries }: Pick<OrderDraft, 'entries'>,
  chargedTax: MinorUnits,
): MinorUnits =>
  add(chargedTax, sum(entries.map(({ reverses }) => reverses?.taxAmount ?? minorUnits(0))))
