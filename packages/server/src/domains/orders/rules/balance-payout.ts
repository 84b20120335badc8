import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits, subtract, sum } from '../../../kernel/money.ts'

/** An order that credit came from. */
export interface CreditedOrder {
  readonly id: Id<'order'>
  readonly currency: Currency
  readonly creditedAmount: MinorUnits
  /** What of its payment neither was refunded nor is disputed. */
  readonly paymentLeft: MinorUnits
  /** What of its credit the customer got back as money. */
  readonly owedAmount: MinorUnits
}

interface PayoutPart {
  readonly orderId: Id<'order'>
  readonly amount: MinorUnits
}

const partOf = ({ creditedAmount, paymentLeft, owedAmount }: CreditedOrder): number =>
  Math.max(0, Math.min(subtract(creditedAmount, owedAmount), paymentLeft))

interface Credit {
  readonly currency: Currency
  /** What the customer may use. */
  readonly usableAmount: MinorUnits
  /** What sellers gave, less what they took back. It is used last. */
  readonly adjustedAmount: MinorUnits
}

/** What of a credit came from payments, and can still be refunded to them. */
export function payableOf(
  orders: readonly CreditedOrder[],
  { currency, usableAmount, adjustedAmount }: Credit,
): MinorUnits {
  const ofCurrency = orders.filter((order) => order.currency === currency)
  const refundable = sum(ofCurrency.map((order) => minorUnits(partOf(order))))
  const paid = subtract(usableAmount, minorUnits(Math.max(0, adjustedAmount)))
  return minorUnits(Math.max(0, Math.min(refundable, paid)))
}

/** The refunds that pay an amount out which is payable, in the given order. */
export function planBalancePayout(
  orders: readonly CreditedOrder[],
  { amount, currency }: { readonly amount: MinorUnits; readonly currency: Currency },
): PayoutPart[] {
  const parts: PayoutPart[] = []
  let left: number = amount
  for (const order of orders) {
    if (order.currency !== currency || left === 0) continue
    const part = minorUnits(Math.min(left, partOf(order)))
    if (part === 0) continue
    parts.push({ orderId: order.id, amount: part })
    left -= part
  }
  assert(left === 0, 'what is payable can be refunded')
  return parts
}
