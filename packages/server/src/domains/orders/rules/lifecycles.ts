import type { orderStatuses } from '@guildhall/contract/orders/order-shapes'
import type { refundStatuses } from '@guildhall/contract/orders/refund-shapes'
import { lifecycle, next } from '../../../kernel/lifecycle.ts'

export type OrderStatus = (typeof orderStatuses)[number]
export type RefundStatus = (typeof refundStatuses)[number]

/** What is paid back can come back again: a refund may still fail after it succeeded. */
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

/** A bank may send back what a processor has paid back, so even success isn’t the end. */
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

/** Whether the news of a refund is a step on: what comes late, twice or out of order isn’t. */
export const isStep = (from: RefundStatus, to: RefundStatus): boolean =>
  to !== 'pending' && next(refundLifecycle, from, to) !== null

/** Whether a move of its lifecycle leads an order there, or it is there already. */
export const canBecome = (from: OrderStatus, to: OrderStatus): boolean =>
  from === to || Object.values<OrderStatus>(orderLifecycle.moves[from]).includes(to)
