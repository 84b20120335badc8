import { add, type MinorUnits, minorUnits, subtract, sum, times } from '../../../kernel/money.ts'
import { ratio } from '../../../kernel/ratio.ts'
import type { OrderStatus, RefundStatus } from './lifecycles.ts'

/** An amount without tax, and the tax of it. */
export interface Split {
  readonly amount: MinorUnits
  readonly taxAmount: MinorUnits
}

export interface RefundedOrder {
  readonly netAmount: MinorUnits
  readonly taxAmount: MinorUnits
}

export interface KnownRefund extends Split {
  readonly status: RefundStatus
}

const sumOf = (refunds: readonly Split[]): Split => ({
  amount: sum(refunds.map(({ amount }) => amount)),
  taxAmount: sum(refunds.map(({ taxAmount }) => taxAmount)),
})

/** What is back with the customer. */
const refundedOf = (refunds: readonly KnownRefund[]): Split =>
  sumOf(refunds.filter(({ status }) => status === 'succeeded'))

/** What is back, or on its way. */
const takenOf = (refunds: readonly KnownRefund[]): Split =>
  sumOf(refunds.filter(({ status }) => status === 'succeeded' || status === 'pending'))

/** What nobody has paid back yet, and nobody is about to. */
export function refundableOf(order: RefundedOrder, refunds: readonly KnownRefund[]): Split {
  const taken = takenOf(refunds)
  return {
    amount: atLeastZero(subtract(order.netAmount, taken.amount)),
    taxAmount: atLeastZero(subtract(order.taxAmount, taken.taxAmount)),
  }
}

interface ChargedOrder extends RefundedOrder {
  /** What came by a payment; the customer’s balance paid the rest, and that doesn’t go back. */
  readonly chargedAmount: MinorUnits
}

/** As much of an order as can go back to where it was charged. */
export function returnableOf(order: ChargedOrder, refunds: readonly KnownRefund[]): Split {
  const refundable = refundableOf(order, refunds)
  const taken = takenOf(refunds)
  const left = atLeastZero(subtract(order.chargedAmount, add(taken.amount, taken.taxAmount)))
  if (left >= add(refundable.amount, refundable.taxAmount)) return refundable
  return splitTotal(order, taken, left) ?? refundable
}

/**
 * How a total with tax that the processor paid back by itself is made up. What we are about to pay
 * back is left alone where there is room for both; where there isn’t, the processor will refuse
 * ours. Null where more came back than there was.
 */
export const splitReported = (
  order: RefundedOrder,
  refunds: readonly KnownRefund[],
  total: MinorUnits,
): Split | null =>
  splitTotal(order, takenOf(refunds), total) ?? splitTotal(order, refundedOf(refunds), total)

/** So that all that is taken together has the order’s own proportion of tax. */
export function splitTotal(
  { netAmount, taxAmount }: RefundedOrder,
  refunded: Split,
  total: MinorUnits,
): Split | null {
  const leftAmount = subtract(netAmount, refunded.amount)
  const leftTax = subtract(taxAmount, refunded.taxAmount)
  if (total > leftAmount + leftTax) return null
  const together = sum([refunded.amount, refunded.taxAmount, total])
  const whole = add(netAmount, taxAmount)
  const wanted = subtract(times(together, ratio(taxAmount, whole)), refunded.taxAmount)
  const least = atLeastZero(subtract(total, leftAmount))
  const share = lesser(greater(wanted, least), lesser(leftTax, total))
  return { amount: subtract(total, share), taxAmount: share }
}

interface Refunded {
  readonly status: Exclude<OrderStatus, 'pending'>
  readonly refundedAmount: MinorUnits
  readonly refundedTaxAmount: MinorUnits
}

/** A paid order as its refunds leave it, computed anew from those that succeeded. */
export function orderAfter(order: RefundedOrder, refunds: readonly KnownRefund[]): Refunded {
  const { amount: refundedAmount, taxAmount: refundedTaxAmount } = refundedOf(refunds)
  const isAnything = refundedAmount + refundedTaxAmount > 0
  const isAll = refundedAmount === order.netAmount
  const status = !isAnything ? 'paid' : isAll ? 'refunded' : 'partially_refunded'
  return { status, refundedAmount, refundedTaxAmount }
}

const lesser = (one: MinorUnits, other: MinorUnits): MinorUnits => (one < other ? one : other)
const greater = (one: MinorUnits, other: MinorUnits): MinorUnits => (one > other ? one : other)
const atLeastZero = (amount: MinorUnits): MinorUnits => greater(amount, minorUnits(0))
