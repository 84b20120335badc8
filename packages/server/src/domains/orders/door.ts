export { releaseBalance, reserveBalance } from './actions/checkout-balance.ts'
export { createRefund, refundInFull, submitRefund } from './actions/create-refund.ts'
export type { DisputeDeps, InvoiceDeps, OrderDeps, PurchaseDeps } from './actions/deps.ts'
export { documentUrlOf, invoiceUrlOf } from './actions/invoice-link.ts'
export { describeGrants, isOrderToMail } from './actions/notify-customer.ts'
export { payOrders } from './actions/pay-orders.ts'
export { type PlacedOrder, placeOrders } from './actions/place-orders.ts'
export { placePurchase } from './actions/place-purchase.ts'
export type { OrderToPlace } from './actions/plan-orders.ts'
export {
  isPaidInFull,
  type OpenOrder,
  openOrdersOf,
  readShares,
} from './actions/read-customer-balances.ts'
export { readPayability } from './actions/read-payability.ts'
export { findWallet, listWallets } from './actions/read-wallets.ts'
export { recordDispute } from './actions/record-dispute.ts'
export { releaseCredits, reserveCredits } from './actions/reserve-credits.ts'
export { showOrders } from './actions/show-orders.ts'
export { standingDisputesOf } from './actions/standing-disputes.ts'
export { stopCollecting } from './actions/stop-collecting.ts'
export { updateOrder } from './actions/update-order.ts'
export { presentInvoice } from './present/invoice.ts'
export { type Due, dueOf, planDue } from './rules/amount-due.ts'
export { usableBy } from './rules/balance-share.ts'
export type { StoppedAs } from './rules/closing.ts'
export { sumDebts } from './store/customer-balances.ts'
export { listInvoicesOf } from './store/invoices.ts'
export { lockOpenOrders } from './store/order-batch.ts'
export { findOrderOfCustomer, listOrdersOfCustomer } from './store/order-list.ts'
export {
  type BilledItem,
  findBilledItem,
  findItemsOfUsage,
  findOrder,
  findOrderIn,
  findOrdersOf,
  type OrderRow,
} from './store/orders.ts'
export { type FoundOrder, searchOrders } from './store/search-orders.ts'
export { findSettlements, findSettlementsOfUsage, lockOrders } from './store/settlements.ts'
