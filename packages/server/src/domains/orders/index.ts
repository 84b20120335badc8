export { beginRefund } from './actions/begin-refund.ts'
export { carryOutRefund } from './actions/carry-out-refund.ts'
export { createPaidOrder } from './actions/create-order.ts'
export type { InvoiceParts } from './actions/invoice-parts.ts'
export { invoiceUrlOf } from './actions/invoice-url.ts'
export { orderTimeline } from './actions/order-timeline.ts'
export type { OrderParts } from './actions/parts.ts'
export { giveUpOrders, payOrders } from './actions/pay-orders.ts'
export {
  type ItemToPlace,
  type OrderToPlace,
  type PlacedOrder,
  placeOrders,
} from './actions/place-orders.ts'
export { showOrders } from './actions/present-order.ts'
export {
  balanceOfCustomers,
  type OpenOrder,
  openOrdersOf,
} from './actions/read-balances.ts'
export { updateOrder } from './actions/update-order.ts'
export { type Due, planDue } from './rules/due.ts'
export { dateWords } from './rules/invoice-words.ts'
export { findOrderOfCustomer, listOrdersOfCustomer } from './store/customer-orders.ts'
export { findOrdersOf, type OrderRow } from './store/orders.ts'
