import type { OrderStatus } from '@guildhall/contract/orders/order-shapes'
import type { RefundStatus } from '@guildhall/contract/orders/refund-shapes'
import { add, type MinorUnits, minorUnits, subtract, sum, times } from '../../../kernel/money.ts'
import { ratio } from '../../../kernel/ratio.ts'

/** A net amount, and the tax on it. */
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

/** What was refunded. */
const refundedOf = (refunds: readonly KnownRefund[]): Split =>
  sumOf(refunds.filter(({ status }) => status === 'succeeded'))

/** What was refunded, or is about to be. */
const reservedOf = (refunds: readonly KnownRefund[]): Split =>
  sumOf(refunds.filter(({ status }) => status === 'succeeded' || status === 'pending'))

/** What is left to refund. */
export function refundableOf(order: RefundedOrder, refunds: readonly KnownRefund[]): Split {
  const reserved = reservedOf(refunds)
  return {
    amount: atLeastZero(subtract(order.netAmount, reserved.amount)),
    taxAmount: atLeastZero(subtract(order.taxAmount, reserved.taxAmount)),
  }
}

interface ChargedOrder extends RefundedOrder {
  /** What a payment paid. The customer’s balance paid the rest, which isn’t refunded. */
  readonly chargedAmount: MinorUnits
}

/** What is left to refund to where the order was charged. */
export function refundableToPayment(order: ChargedOrder, refunds: readonly KnownRefund[]): Split {
  const refundable = refundableOf(order, refunds)
  const reserved = reservedOf(refunds)
  const left = atLeastZero(subtract(order.chargedAmount, add(reserved.amount, reserved.taxAmount)))
  if (left >= add(refundable.amount, refundable.taxAmount)) return refundable
  return splitTotal(order, reserved, left) ?? refundable
}

/**
 * Splits the total of a refund that was made at the processor. It leaves room for our own pending
 * refunds where both fit; where they don’t, the processor will refuse ours. Null where the order
 * can’t cover it.
 */
export const splitReported = (
  order: RefundedOrder,
  refunds: readonly KnownRefund[],
  total: MinorUnits,
): Split | null =>
  splitTotal(order, reservedOf(refunds), total) ?? splitTotal(order, refundedOf(refunds), total)

/** Splits so that all refunds together have the same proportion of tax as the order. */
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

/** The refunded amounts and the status of a paid order, recomputed from all its refunds. */
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
