import type {
  ClosingReason,
  CollectionStatus,
  OrderClosing,
  OrderStatus,
} from '@guildhall/contract/orders/order-shapes'
import { lifecycle, next } from '../../../kernel/lifecycle.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

/**
 * Whether the money of an order is still wanted. What is written off is still owed, so a late
 * payment pays it. A void order is paid by money that comes too late as well, but that is refunded.
 */
export const collectionLifecycle = lifecycle({
  starts: ['open', 'paid'],
  ends: ['paid'],
  moves: {
    open: { pay: 'paid', writeOff: 'uncollectible', void: 'void' },
    uncollectible: { pay: 'paid', void: 'void' },
    void: { pay: 'paid' },
    paid: {},
  },
})

/** Why an order isn’t collected any more, and as what. */
export interface StoppedAs {
  readonly as: OrderClosing
  readonly reason: ClosingReason
  /** Of the seller. */
  readonly comment?: string | null | undefined
}

interface Collected {
  readonly status: OrderStatus
  readonly stoppedAs: OrderClosing | null
}

export const collectionStatusOf = ({ status, stoppedAs }: Collected): CollectionStatus =>
  status === 'pending' ? (stoppedAs ?? 'open') : 'paid'

type ClosingRefusal = Refusal<'order_paid' | 'order_void' | 'order_written_off'>

/** Whether a seller can void an order, or write it off. Null if they can. */
export function decideClosing(from: CollectionStatus, to: OrderClosing): ClosingRefusal | null {
  const move = to === 'void' ? 'void' : 'writeOff'
  if (next(collectionLifecycle, from, move) !== null) return null
  if (from === 'paid') return refuse('order_paid')
  return refuse(from === 'void' ? 'order_void' : 'order_written_off')
}
