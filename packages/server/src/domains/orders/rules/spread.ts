import { add, allocate, type MinorUnits, subtract, sum } from '../../../kernel/money.ts'

export interface ItemAmounts {
  readonly amount: MinorUnits
  readonly discountAmount: MinorUnits
  readonly taxAmount: MinorUnits
}

interface WholeAmounts {
  readonly discountAmount: MinorUnits
  readonly taxAmount: MinorUnits
}

/**
 * Spreads an order’s discount and tax over its items, each by largest remainder: the discount by
 * what the items cost, the tax by what is left of that. The sums are those of the order.
 */
export function spreadOver(
  amounts: readonly MinorUnits[],
  { discountAmount, taxAmount }: WholeAmounts,
): ItemAmounts[] {
  const discounts = allocate(discountAmount, amounts)
  const nets = amounts.map((amount, at) => subtract(amount, discounts[at] ?? amount))
  const taxes = allocate(taxAmount, nets)
  return amounts.map((amount, at) => ({
    amount,
    discountAmount: subtract(amount, nets[at] ?? amount),
    taxAmount: taxes[at] ?? subtract(amount, amount),
  }))
}

export interface OrderAmounts extends WholeAmounts {
  readonly subtotalAmount: MinorUnits
  readonly netAmount: MinorUnits
  readonly totalAmount: MinorUnits
}

/** What an order comes to: its items less the discount, and the tax on top. */
export function amountsOf(
  amounts: readonly MinorUnits[],
  { discountAmount, taxAmount }: WholeAmounts,
): OrderAmounts {
  const subtotalAmount = sum(amounts)
  const netAmount = subtract(subtotalAmount, discountAmount)
  const totalAmount = add(netAmount, taxAmount)
  return { subtotalAmount, discountAmount, netAmount, taxAmount, totalAmount }
}
