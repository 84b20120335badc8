import { taxShareOf } from '@guildhall/contract/orders/refund-share'
import { type MinorUnits, minorUnits } from '../../../kernel/money.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { OrderStatus } from './lifecycles.ts'
import {
  type KnownRefund,
  type RefundedOrder,
  refundableOf,
  returnableOf,
  type Split,
} from './refund-amounts.ts'

interface OrderFacts extends RefundedOrder {
  readonly status: OrderStatus
  readonly subscriptionId: string | null
  /** What came by a payment: a customer’s balance is given nothing back. */
  readonly chargedAmount: MinorUnits
}

interface RefundWish {
  /** Without tax. */
  readonly amount: MinorUnits
  readonly revokeBenefits: boolean
}

type RefundRefusal = Refusal<
  'refund_order_unpaid' | 'refunded_already' | 'refund_amount_too_high' | 'refund_of_subscription'
>

/** What goes back to the customer, with its share of the tax. */
export function decideRefund(
  order: OrderFacts,
  refunds: readonly KnownRefund[],
  { amount, revokeBenefits }: RefundWish,
): Split | RefundRefusal {
  if (order.status === 'pending') {
    return refuse('refund_order_unpaid', { loc: ['body', 'order_id'] })
  }
  const refundable = refundableOf(order, refunds)
  if (refundable.amount === 0) return refuse('refunded_already')
  const returnable = returnableOf(order, refunds)
  if (amount > returnable.amount) {
    return refuse('refund_amount_too_high', { amount: returnable.amount })
  }
  if (revokeBenefits && order.subscriptionId !== null) {
    return refuse('refund_of_subscription', { loc: ['body', 'revoke_benefits'] })
  }
  return { amount, taxAmount: minorUnits(taxShareOf(order, returnable, amount)) }
}
