export { createRefund, refundInFull, submitRefund } from './actions/create-refund.ts'
export type { InvoiceDeps, OrderDeps } from './actions/deps.ts'
export { invoiceUrlOf } from './actions/invoice-link.ts'
export { payOrders } from './actions/pay-orders.ts'
export { type PlacedOrder, placeOrders } from './actions/place-orders.ts'
export { placePurchase } from './actions/place-purchase.ts'
export type { ItemToPlace, OrderToPlace } from './actions/plan-orders.ts'
export {
  balanceOfCustomers,
  type OpenOrder,
  openOrdersOf,
} from './actions/read-customer-balances.ts'
export { releaseCredits, reserveCredits } from './actions/reserve-credits.ts'
export { showOrders } from './actions/show-orders.ts'
export { stopCollecting } from './actions/stop-collecting.ts'
export { updateOrder } from './actions/update-order.ts'
export { type Due, planDue } from './rules/amount-due.ts'
export type { StoppedAs } from './rules/closing.ts'
export { formatDate } from './rules/invoice-text.ts'
export { lockOpenOrders } from './store/order-batch.ts'
export { findOrderOfCustomer, listOrdersOfCustomer } from './store/order-list.ts'
export { findOrder, findOrdersOf, type OrderRow } from './store/orders.ts'
export { findSettlements } from './store/settlements.ts'
