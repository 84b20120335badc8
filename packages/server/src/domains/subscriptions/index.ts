export {
  acceptPurchase,
  acceptSubscription,
  chargeAccepted,
} from './actions/accept-subscription.ts'
export { changeSubscription, handleChangeCall } from './actions/change-subscription.ts'
export type { SubscriptionDeps } from './actions/deps.ts'
export { previewChange, previewNextInvoice } from './actions/preview.ts'
export { overduePaymentsOf } from './actions/read-overdue.ts'
export { showSubscriptions } from './actions/show-subscriptions.ts'
export {
  type NewSubscription,
  startSubscription,
  upgradeSubscription,
} from './actions/start-subscription.ts'
export { canChangePlan } from './rules/refusals.ts'
export {
  findSubscriptionOfCustomer,
  listSubscriptionsOfCustomer,
} from './store/customer-subscriptions.ts'
export type { SubscriptionRow } from './store/subscriptions.ts'
