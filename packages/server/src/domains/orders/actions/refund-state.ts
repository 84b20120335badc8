import { DisputeStatus } from '@guildhall/contract/orders/dispute-shapes'
import {
  type OrderClosing,
  OrderStatus,
  orderClosings,
} from '@guildhall/contract/orders/order-shapes'
import { RefundStatus } from '@guildhall/contract/orders/refund-shapes'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { minorUnits, negate, sum } from '../../../kernel/money.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findPaymentsOf } from '../../payments/store/payments.ts'
import { dueOf } from '../rules/amount-due.ts'
import { isStanding } from '../rules/dispute.ts'
import {
  type ChargedOrder,
  type KnownRefund,
  refundableToPayment,
} from '../rules/refund-amounts.ts'
import { chargedBy, type Split, sumOf } from '../rules/settlement.ts'
import { findDisputesOf } from '../store/disputes.ts'
import { findItemsOf, type OrderRow } from '../store/orders.ts'
import { findRefundsOf, type RefundOfOrder, type RefundRow } from '../store/refunds.ts'
import { findCreditsOf, type OrderCredit } from '../store/settlements.ts'

export const statusOf = ({ status }: OrderRow): OrderStatus => z.parse(OrderStatus, status)

export const stoppedAsOf = ({ collectionStoppedAs }: OrderRow): OrderClosing | null =>
  z.parse(closing, collectionStoppedAs)

const closing = z.nullable(z.enum(orderClosings))

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

/** What an order charged, and what of it comes back in other ways than by refunds. */
export async function readCharged(
  db: Kysely<Tables>,
  order: OrderRow,
  refunds: readonly RefundRow[],
): Promise<ChargedOrder> {
  const items = await findItemsOf(db, order.organizationId, [order.id])
  const credits = await findCreditsOf(db, order)
  const disputes = await findDisputesOf(db, order)
  const { amount: netAmount, taxAmount } = chargedBy(items)
  const standing = disputes.filter(({ status }) => isStanding(z.parse(DisputeStatus, status)))
  return {
    netAmount,
    taxAmount,
    credited: sumOf(credits.filter(({ closedOrderId }) => closedOrderId === null)),
    mayBeCredited: sumOf(await stillPossible(db, order, credits)),
    disputed: sumOf(standing),
    chargedAmount: dueOf(order),
    debtAmount: minorUnits(Math.max(0, negate(order.appliedBalanceAmount))),
    owedAmount: sum(
      [...standing, ...refunds.filter(isCounted)].map(({ owedAmount }) => owedAmount),
    ),
  }
}

/** Those of closed orders with a payment that may succeed, or has and isn’t applied yet. */
async function stillPossible(
  db: Kysely<Tables>,
  { organizationId }: OrderRow,
  credits: readonly OrderCredit[],
): Promise<OrderCredit[]> {
  const orderIds = credits.flatMap(({ closedOrderId }) => closedOrderId ?? [])
  if (orderIds.length === 0) return []
  const payments = await findPaymentsOf(db, organizationId, { orderIds })
  const unfailed = payments.filter(({ status }) => status !== 'failed')
  const payable = new Set(unfailed.map(({ orderId }) => orderId))
  return credits.filter(({ closedOrderId }) => closedOrderId !== null && payable.has(closedOrderId))
}

/** A payout counts from its beginning, because the customer has no credit for it anymore. */
const isCounted = ({ status, isPayout }: RefundRow): boolean =>
  status === 'succeeded' || (isPayout && status === 'pending')

/** What can be refunded of an order; nothing where it isn’t paid. */
export async function readRefundable(db: Kysely<Tables>, order: OrderRow): Promise<Split> {
  if (order.paidAt === null) return nothing
  const refunds = await findRefundsOf(db, order)
  return refundableToPayment(await readCharged(db, order, refunds), refunds.map(knownRefund))
}
