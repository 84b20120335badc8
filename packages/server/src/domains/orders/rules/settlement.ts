import type { Id } from '@guildhall/contract/primitives'
import { add, type MinorUnits, minorUnits, subtract, sum } from '../../../kernel/money.ts'

/** A net amount, and the tax on it. */
export interface Split {
  readonly amount: MinorUnits
  readonly taxAmount: MinorUnits
}

/** An item that was paid for a price and a period, and what of it has come back. */
export interface Settlement {
  readonly orderId: Id<'order'>
  readonly orderItemId: Id<'orderItem'>
  readonly productPriceId: Id<'productPrice'>
  /** As it was charged, after the discount. */
  readonly netAmount: MinorUnits
  readonly taxAmount: MinorUnits
  readonly creditedAmount: MinorUnits
  readonly creditedTaxAmount: MinorUnits
  /** What is left of its whole order after credits, refunds and disputes. */
  readonly orderLeft: Split
}

interface ItemAmounts {
  readonly amount: MinorUnits
  readonly discountAmount: MinorUnits
  readonly taxAmount: MinorUnits
  readonly reversesItemId: Id<'orderItem'> | null
}

/** What an order charged: all but its credits of earlier orders. */
export function chargedBy(items: readonly ItemAmounts[]): Split {
  const charges = items.filter(({ reversesItemId }) => reversesItemId === null)
  return {
    amount: sum(charges.map(({ amount, discountAmount }) => subtract(amount, discountAmount))),
    taxAmount: sum(charges.map(({ taxAmount }) => taxAmount)),
  }
}

export const sumOf = (parts: readonly Split[]): Split => ({
  amount: sum(parts.map(({ amount }) => amount)),
  taxAmount: sum(parts.map(({ taxAmount }) => taxAmount)),
})

/** What is left of a charge after everything that came back; never below zero. */
export const leftOf = (charged: Split, returned: readonly Split[]): Split => ({
  amount: left(
    charged.amount,
    returned.map(({ amount }) => amount),
  ),
  taxAmount: left(
    charged.taxAmount,
    returned.map(({ taxAmount }) => taxAmount),
  ),
})

const left = (charged: MinorUnits, returned: readonly MinorUnits[]): MinorUnits =>
  minorUnits(Math.max(0, subtract(charged, sum(returned))))

export const totalOf = ({ amount, taxAmount }: Split): MinorUnits => add(amount, taxAmount)
