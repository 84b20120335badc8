import { orderStatuses } from '@guildhall/contract/orders/order-shapes'
import { refundStatuses } from '@guildhall/contract/orders/refund-shapes'
import * as z from 'zod/mini'
import type { OrderStatus } from '../rules/lifecycles.ts'
import type { KnownRefund } from '../rules/refund-amounts.ts'
import type { OrderRow } from '../store/orders.ts'
import type { RefundOfOrder, RefundRow } from '../store/refunds.ts'

const orderStatus = z.enum(orderStatuses)
const refundStatus = z.enum(refundStatuses)

export const statusOf = ({ status }: OrderRow): OrderStatus => z.parse(orderStatus, status)

export const knownRefund = ({ status, amount, taxAmount }: RefundRow): KnownRefund => ({
  status: z.parse(refundStatus, status),
  amount,
  taxAmount,
})

/** With what it shows of its order. */
export const ofOrder = (
  refund: RefundRow,
  { customerId, subscriptionId }: Pick<OrderRow, 'customerId' | 'subscriptionId'>,
): RefundOfOrder => ({ ...refund, customerId, subscriptionId })
