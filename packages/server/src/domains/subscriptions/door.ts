export {
  acceptPurchase,
  acceptSubscription,
  chargeAccepted,
} from './actions/accept-subscription.ts'
export { followChange, startChangeOnSession } from './actions/change-on-session.ts'
export { changeSubscription, handleChangeCall } from './actions/change-subscription.ts'
export type { SubscriptionDeps } from './actions/deps.ts'
export { mailCustomer } from './actions/notify-customer.ts'
export { type PayLink, payLinkPath, readPayLink } from './actions/pay-link.ts'
export {
  endUnconfirmedOf,
  followOrderPayment,
  type OrderKey,
  startOrderPayment,
} from './actions/pay-order.ts'
export { forecastNextInvoice, previewChange } from './actions/preview.ts'
export { overduePaymentsOf } from './actions/read-overdue.ts'
export { showSubscriptions } from './actions/show-subscriptions.ts'
export { startSubscription, upgradeSubscription } from './actions/start-subscription.ts'
export { findUsagePrices } from './actions/usage-prices.ts'
export { presentActiveSubscription } from './present/customer-state.ts'
export { canChangePlan } from './rules/refusals.ts'
export {
  activeSubscriptions,
  activeSubscriptionsWithUsage,
  haveMeters,
} from './store/active-subscriptions.ts'
export {
  findSubscriptionOfCustomer,
  listSubscriptionsForReference,
  listSubscriptionsOfCustomer,
} from './store/customer-subscriptions.ts'
export { type ExpiringCard, listCardsToRenew } from './store/expiring-cards.ts'
export { lockSubscriptions, type SubscriptionRow } from './store/subscriptions.ts'
export {
  findRevisions,
  findRevisionsOfEvent,
  type RevisionRow,
} from './store/usage-settlements.ts'
