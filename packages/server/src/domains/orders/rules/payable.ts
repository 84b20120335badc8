interface Collected {
  readonly status: string
  readonly paidAt: Date | null
  readonly collectionStoppedAt: Date | null
}

/** Whether an order can be paid now, was paid (and perhaps refunded), or is collected no more. */
export function payability(order: Collected): 'open' | 'paid' | 'closed' {
  if (order.paidAt !== null) return 'paid'
  return order.status === 'pending' && order.collectionStoppedAt === null ? 'open' : 'closed'
}
