import type { MinorUnits } from '../../../kernel/money.ts'
import { isReturned, type KnownRefund } from './refund-amounts.ts'

interface Collected {
  readonly status: string
  readonly paidAt: Date | null
  readonly collectionStoppedAt: Date | null
  readonly totalAmount: MinorUnits
}

export type Payability = 'open' | 'paid' | 'refunded' | 'closed'

/**
 * Whether an order can be paid now, was paid, or is collected no more. What was paid after that is
 * refunded, and counts as refunded from the beginning.
 */
export function payability(order: Collected, refunds: readonly KnownRefund[]): Payability {
  if (order.paidAt !== null) return isReturned(order, refunds) ? 'refunded' : 'paid'
  return order.status === 'pending' && order.collectionStoppedAt === null ? 'open' : 'closed'
}
