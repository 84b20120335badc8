import { add, allocate, type MinorUnits, subtract, sum } from '../../../kernel/money.ts'

interface ItemAmounts {
  /** Before discount and tax; below zero for a credit. */
  readonly amount: MinorUnits
  readonly discountAmount: MinorUnits
}

export interface OrderAmounts {
  readonly subtotalAmount: MinorUnits
  readonly discountAmount: MinorUnits
  readonly netAmount: MinorUnits
  readonly taxAmount: MinorUnits
  readonly totalAmount: MinorUnits
}

/** The items less their discount, and the tax on top. */
export function amountsOf(items: readonly ItemAmounts[], taxAmount: MinorUnits): OrderAmounts {
  const subtotalAmount = sum(items.map(({ amount }) => amount))
  const discountAmount = sum(items.map((item) => item.discountAmount))
  const netAmount = subtract(subtotalAmount, discountAmount)
  return {
    subtotalAmount,
    discountAmount,
    netAmount,
    taxAmount,
    totalAmount: add(netAmount, taxAmount),
  }
}

/** The discount of an order, spread over its items by their prices. */
export const spreadDiscount = (
  discountAmount: MinorUnits,
  amounts: readonly MinorUnits[],
): MinorUnits[] => allocate(discountAmount, amounts)

/** The tax of an order, spread over its items by their net amounts. */
export const spreadTax = (taxAmount: MinorUnits, items: readonly ItemAmounts[]): MinorUnits[] =>
  allocate(
    taxAmount,
    items.map(({ amount, discountAmount }) => subtract(amount, discountAmount)),
  )
