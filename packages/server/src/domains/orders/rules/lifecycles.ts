import type { OrderStatus } from '@guildhall/contract/orders/order-shapes'
import type { RefundStatus } from '@guildhall/contract/orders/refund-shapes'
import { lifecycle, next } from '../../../kernel/lifecycle.ts'

/** A refunded order can become paid again: a refund may fail after it succeeded. */
export const orderLifecycle = lifecycle({
  starts: ['pending', 'paid'],
  ends: [],
  moves: {
    pending: { pay: 'paid' },
    paid: { refundPart: 'partially_refunded', refundAll: 'refunded' },
    partially_refunded: {
      refundAll: 'refunded',
      returnAll: 'paid',
    },
    refunded: { returnPart: 'partially_refunded', returnAll: 'paid' },
  },
})

/** Success isn’t final: a bank may reject the money after the processor reported success. */
export const refundLifecycle = lifecycle({
  starts: ['pending'],
  ends: ['failed', 'canceled'],
  moves: {
    pending: { succeeded: 'succeeded', failed: 'failed', canceled: 'canceled' },
    succeeded: { failed: 'failed', canceled: 'canceled' },
    failed: {},
    canceled: {},
  },
})

/** False for an update that is late, repeated or out of order. */
export const isStep = (from: RefundStatus, to: RefundStatus): boolean =>
  to !== 'pending' && next(refundLifecycle, from, to) !== null

/** Whether an order is in this status already, or a move of its lifecycle leads there. */
export const canBecome = (from: OrderStatus, to: OrderStatus): boolean =>
  from === to || Object.values<OrderStatus>(orderLifecycle.moves[from]).includes(to)
