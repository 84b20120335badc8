import type { OrderStatus } from '@guildhall/contract/orders/order-shapes'
import type { RefundStatus } from '@guildhall/contract/orders/refund-shapes'
import { add, type MinorUnits, minorUnits, subtract, sum, times } from '../../../kernel/money.ts'
import { ratio } from '../../../kernel/ratio.ts'
import { leftOf, type Split, sumOf } from './settlement.ts'

/** What an order charged. Its credits of earlier orders aren’t deducted. */
export interface RefundedOrder {
  readonly netAmount: MinorUnits
  readonly taxAmount: MinorUnits
}

/** What comes back in other ways, and isn’t refunded as well. */
interface Withheld {
  /** Credited to the customer, or promised to the next order. */
  readonly credited: Split
  /** Credited as well if a closed order is paid after all. */
  readonly mayBeCredited: Split
  /** Disputed at the customer’s bank, unless the dispute was won. */
  readonly disputed: Split
}

export interface KnownRefund extends Split {
  readonly status: RefundStatus
}

/** What was refunded. */
const refundedOf = (refunds: readonly KnownRefund[]): Split =>
  sumOf(refunds.filter(({ status }) => status === 'succeeded'))

/** What was refunded, or is about to be. */
const reservedOf = (refunds: readonly KnownRefund[]): Split =>
  sumOf(refunds.filter(({ status }) => status === 'succeeded' || status === 'pending'))

/** What is left to refund, so that in all ways together never more comes back than was charged. */
export const refundableOf = (
  order: RefundedOrder & Withheld,
  refunds: readonly KnownRefund[],
): Split =>
  leftOf({ amount: order.netAmount, taxAmount: order.taxAmount }, [
    reservedOf(refunds),
    order.credited,
    order.mayBeCredited,
    order.disputed,
  ])

export interface ChargedOrder extends RefundedOrder, Withheld {
  /** What a payment paid. The customer’s balance paid the rest, which isn’t refunded. */
  readonly chargedAmount: MinorUnits
  /** What of it paid an earlier debt of the customer, which isn’t refunded either. */
  readonly debtAmount: MinorUnits
  /** What came back of the payment and is owed by the customer again. */
  readonly owedAmount: MinorUnits
}

/** What is left to refund to where the order was charged. */
export function refundableToPayment(order: ChargedOrder, refunds: readonly KnownRefund[]): Split {
  const refundable = refundableOf(order, refunds)
  const returned = sumOf([reservedOf(refunds), order.disputed])
  const left = lesser(leftAfter(order, reservedOf(refunds)), ownLeft(order, returned))
  if (left >= add(refundable.amount, refundable.taxAmount)) return refundable
  return (
    splitTotal(order, sumOf([returned, order.credited, order.mayBeCredited]), left) ?? refundable
  )
}

/** Money that the processor gave back. */
export interface Return extends Split {
  /**
   * Credited before, or paid with an earlier debt: the customer owes it again. Below zero: what the
   * customer’s balance paid goes back to it.
   */
  readonly owedAmount: MinorUnits
}

/**
 * Splits a refund that was made at the processor. Null where it exceeds the payment. It leaves room
 * for our own pending refunds, unless so little is left of the payment that the processor will
 * refuse them, and for credits that may come, where all fit. What exceeds the order is owed by the
 * customer again.
 */
export const splitReturn = (
  order: ChargedOrder,
  refunds: readonly KnownRefund[],
  total: MinorUnits,
): Return | null =>
  total > leftOfPayment(order, refunds) ? null : splitMoneyBack(order, refunds, total)

/**
 * The same of a dispute. Banks also take back what was refunded before. That part came back once
 * already, so it isn’t counted again.
 */
export const splitDispute = (
  order: ChargedOrder,
  refunds: readonly KnownRefund[],
  total: MinorUnits,
): Return => splitMoneyBack(order, refunds, lesser(total, leftOfPayment(order, refunds)))

const leftOfPayment = (order: ChargedOrder, refunds: readonly KnownRefund[]): MinorUnits =>
  leftAfter(order, refundedOf(refunds))

const leftAfter = (order: ChargedOrder, refunded: Split): MinorUnits => {
  const { amount, taxAmount } = sumOf([refunded, order.disputed])
  return atLeastZero(subtract(order.chargedAmount, sum([amount, taxAmount, order.owedAmount])))
}

/** What is left of the payment for the order itself. */
const ownLeft = (
  { chargedAmount, debtAmount }: ChargedOrder,
  { amount, taxAmount }: Split,
): MinorUnits => atLeastZero(subtract(subtract(chargedAmount, debtAmount), add(amount, taxAmount)))

function splitMoneyBack(
  order: ChargedOrder,
  refunds: readonly KnownRefund[],
  total: MinorUnits,
): Return {
  const pending = reservedOf(refunds)
  const refunded = total <= leftAfter(order, pending) ? pending : refundedOf(refunds)
  const returned = sumOf([refunded, order.disputed])
  const own = lesser(total, ownLeft(order, returned))
  const taken = sumOf([returned, order.credited])
  const whole =
    splitTotal(order, sumOf([taken, order.mayBeCredited]), own) ?? splitTotal(order, taken, own)
  if (whole !== null) return { ...whole, owedAmount: subtract(total, own) }
  const left = leftOf({ amount: order.netAmount, taxAmount: order.taxAmount }, [taken])
  return { ...left, owedAmount: subtract(total, add(left.amount, left.taxAmount)) }
}

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

interface PaidOrder {
  readonly totalAmount: MinorUnits
}

/** Whether refunds give all of it back, those that are on their way included. */
export const isReturned = (
  { totalAmount }: PaidOrder,
  refunds: readonly KnownRefund[],
): boolean => {
  const { amount, taxAmount } = reservedOf(refunds)
  return amount + taxAmount > 0 && amount + taxAmount >= totalAmount
}

interface Refunded {
  readonly status: Exclude<OrderStatus, 'pending'>
  readonly refundedAmount: MinorUnits
  readonly refundedTaxAmount: MinorUnits
}

/** The refunded amounts and the status of a paid order, recomputed from all its refunds. */
export function orderAfter({ totalAmount }: PaidOrder, refunds: readonly KnownRefund[]): Refunded {
  const { amount: refundedAmount, taxAmount: refundedTaxAmount } = refundedOf(refunds)
  const isAnything = refundedAmount + refundedTaxAmount > 0
  const isAll = refundedAmount + refundedTaxAmount >= totalAmount
  const status = !isAnything ? 'paid' : isAll ? 'refunded' : 'partially_refunded'
  return { status, refundedAmount, refundedTaxAmount }
}

const lesser = (one: MinorUnits, other: MinorUnits): MinorUnits => (one < other ? one : other)
const greater = (one: MinorUnits, other: MinorUnits): MinorUnits => (one > other ? one : other)
const atLeastZero = (amount: MinorUnits): MinorUnits => greater(amount, minorUnits(0))
