import type { Id } from '@guildhall/contract/primitives'
import type { SalePosting } from '../../ledger/index.ts'
import type { OrderRow } from '../store/orders.ts'
import { taxPlaceOf } from './tax-place.ts'

/** What the books are told of an order that was paid. */
export const salePosting = (
  order: OrderRow,
  paymentId: Id<'payment'> | null,
  occurredAt: Date,
): SalePosting => ({
  organizationId: order.organizationId,
  orderId: order.id,
  paymentId,
  currency: order.currency,
  netAmount: order.netAmount,
  taxAmount: order.taxAmount,
  taxPlace: taxPlaceOf(order),
  appliedAmount: order.appliedBalanceAmount,
  occurredAt,
})
