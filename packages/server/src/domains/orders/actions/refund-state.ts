import { OrderStatus } from '@guildhall/contract/orders/order-shapes'
import { RefundStatus } from '@guildhall/contract/orders/refund-shapes'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { minorUnits } from '../../../kernel/money.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { dueOf } from '../rules/amount-due.ts'
import { type KnownRefund, refundableToPayment, type Split } from '../rules/refund-amounts.ts'
import type { OrderRow } from '../store/orders.ts'
import { findRefundsOf, type RefundOfOrder, type RefundRow } from '../store/refunds.ts'

export const statusOf = ({ status }: OrderRow): OrderStatus => z.parse(OrderStatus, status)

export const knownRefund = ({ status, amount, taxAmount }: RefundRow): KnownRefund => ({
  status: z.parse(RefundStatus, status),
  amount,
  taxAmount,
})

/** Adds what a refund shows of its order. */
export const withOrder = (
  refund: RefundRow,
  { customerId, subscriptionId }: Pick<OrderRow, 'customerId' | 'subscriptionId'>,
): RefundOfOrder => ({ ...refund, customerId, subscriptionId })

const nothing: Split = { amount: minorUnits(0), taxAmount: minorUnits(0) }

/** What can be refunded of an order; nothing where it isn’t paid. */
export async function readRefundable(db: Kysely<Tables>, order: OrderRow): Promise<Split> {
  if (order.paidAt === null) return nothing
  const refunds = (await findRefundsOf(db, order)).map(knownRefund)
  return refundableToPayment({ ...order, chargedAmount: dueOf(order) }, refunds)
}
