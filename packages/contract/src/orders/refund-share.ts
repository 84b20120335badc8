interface Refundable {
  /** Without tax. */
  readonly amount: number
  readonly taxAmount: number
}

interface Sold {
  readonly netAmount: number
  readonly taxAmount: number
}

/**
 * The tax that is refunded with an amount: its share of the order’s tax, rounded half up. The last
 * refund includes the rest of the tax, so that all refunds add up to the order. Shared with the
 * web, which shows it in advance.
 */
export function taxShareOf(order: Sold, refundable: Refundable, amount: number): number {
  if (amount === refundable.amount || order.netAmount === 0) return refundable.taxAmount
  const net = BigInt(order.netAmount)
  const share = (2n * BigInt(amount) * BigInt(order.taxAmount) + net) / (2n * net)
  return Math.min(Number(share), refundable.taxAmount)
}
