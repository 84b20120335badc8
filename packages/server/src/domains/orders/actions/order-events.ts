import type { Order } from '@guildhall/contract/orders/order-shapes'
import type { Id } from '@guildhall/contract/primitives'
import { eventOf, eventsOf } from '../../../platform/outbox/domain-events.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import { presentRefund } from '../present/refund.ts'
import { presentSellerDetails } from '../present/seller-details.ts'
import type { OrderRow } from '../store/orders.ts'
import type { RefundOfOrder } from '../store/refunds.ts'
import type { SellerDetailsRow } from '../store/seller-details.ts'

type OrderEventName =
  | 'order.created'
  | 'order.updated'
  | 'order.paid'
  | 'order.refunded'
  | 'order.voided'
  | 'order.written_off'

export const orderEvents = (
  names: readonly OrderEventName[],
  { organizationId, customerId, id, version }: OrderRow,
  shown: Order,
): NewEvent[] => eventsOf(names, { organizationId, customerId, id, version }, shown)

/** `refund.started` is internal: the refund is about to be submitted to the processor. */
export const refundEvent = (
  name: 'refund.started' | 'refund.created' | 'refund.updated',
  refund: RefundOfOrder,
): NewEvent => {
  const { organizationId, customerId, id, version } = refund
  return eventOf(name, { organizationId, customerId, id, version }, presentRefund(refund))
}

/** Requests the missing documents of an order. */
export const invoiceEvent = (
  name: 'invoice.requested' | 'invoice.corrected',
  { organizationId, customerId, id }: Pick<OrderRow, 'organizationId' | 'customerId' | 'id'>,
): NewEvent => eventOf(name, { organizationId, customerId, id, version: 1 }, { orderId: id })

export const sellerDetailsEvent = (
  organizationId: Id<'organization'>,
  row: SellerDetailsRow,
): NewEvent =>
  eventOf(
    'seller_details.updated',
    { organizationId, id: organizationId, version: row.version },
    presentSellerDetails(organizationId, row),
  )
