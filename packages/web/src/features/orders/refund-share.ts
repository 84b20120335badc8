import type { Order, Refund } from './order-queries.ts'

export interface Refundable {
  amount: number
  taxAmount: number
}

type Amounts = Pick<Order, 'netAmount' | 'taxAmount'>
type Known = Pick<Refund, 'status' | 'amount' | 'taxAmount'>

/** What nobody has paid back yet, and nobody is about to. */
export function refundableOf(order: Amounts, refunds: readonly Known[]): Refundable {
  const taken = refunds.filter(({ status }) => status === 'succeeded' || status === 'pending')
  const left = (whole: number, parts: readonly number[]) =>
    Math.max(
      0,
      parts.reduce((rest, part) => rest - part, whole),
    )
  return {
    amount: left(
      order.netAmount,
      taken.map(({ amount }) => amount),
    ),
    taxAmount: left(
      order.taxAmount,
      taken.map(({ taxAmount }) => taxAmount),
    ),
  }
}

/** The tax that goes back with an amount, as the server takes it: whoever takes the rest, takes all. */
export function taxShareOf(order: Amounts, refundable: Refundable, amount: number): number {
  if (amount === refundable.amount || order.netAmount === 0) return refundable.taxAmount
  const net = BigInt(order.netAmount)
  const share = (2n * BigInt(amount) * BigInt(order.taxAmount) + net) / (2n * net)
  return Math.min(Number(share), refundable.taxAmount)
}
