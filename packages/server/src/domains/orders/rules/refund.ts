import type { OrderStatus } from '@guildhall/contract/orders/order-shapes'
import { taxShareOf } from '@guildhall/contract/orders/refund-share'
import { type MinorUnits, minorUnits } from '../../../kernel/money.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import {
  type ChargedOrder,
  type KnownRefund,
  refundableOf,
  refundableToPayment,
} from './refund-amounts.ts'
import type { Split } from './settlement.ts'

interface OrderFacts extends ChargedOrder {
  readonly status: OrderStatus
  readonly subscriptionId: string | null
}

interface RefundInput {
  /** Without tax. */
  readonly amount: MinorUnits
  readonly revokeBenefits: boolean
}

type RefundRefusal = Refusal<
  | 'refund_order_unpaid'
  | 'refunded_already'
  | 'refund_disputed'
  | 'refund_amount_too_high'
  | 'refund_of_subscription'
>

/** The amount to refund, with its share of the tax. */
export function decideRefund(
  order: OrderFacts,
  refunds: readonly KnownRefund[],
  { amount, revokeBenefits }: RefundInput,
): Split | RefundRefusal {
  if (order.status === 'pending') {
    return refuse('refund_order_unpaid', { loc: ['body', 'order_id'] })
  }
  const refundable = refundableOf(order, refunds)
  if (refundable.amount === 0) {
    return refuse(order.disputed.amount > 0 ? 'refund_disputed' : 'refunded_already')
  }
  const available = refundableToPayment(order, refunds)
  if (amount > available.amount) {
    return refuse('refund_amount_too_high', { amount: available.amount })
  }
  if (revokeBenefits && order.subscriptionId !== null) {
    return refuse('refund_of_subscription', { loc: ['body', 'revoke_benefits'] })
  }
  return { amount, taxAmount: minorUnits(taxShareOf(order, available, amount)) }
}
