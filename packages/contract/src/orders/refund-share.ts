interface Parts {
  /** Without tax. */
  readonly amount: number
  readonly taxAmount: number
}

interface Sold {
  readonly netAmount: number
  readonly taxAmount: number
}

/**
 * The tax that goes back with an amount, for the server that decides and for whoever shows it before:
 * its share of the order’s, rounded half up. Whoever takes the rest takes the rest of the tax, so that
 * the parts add up to the order.
 */
export function taxShareOf(order: Sold, refundable: Parts, amount: number): number {
  if (amount === refundable.amount || order.netAmount === 0) return refundable.taxAmount
  const net = BigInt(order.netAmount)
  const share = (2n * BigInt(amount) * BigInt(order.taxAmount) + net) / (2n * net)
  return Math.min(Number(share), refundable.taxAmount)
}
