export { answerChange } from './actions/answer-change.ts'
export { changeSubscription } from './actions/change-subscription.ts'
export { customerStateSummary } from './actions/customer-state-summary.ts'
export { goOverToSuccessor } from './actions/go-over.ts'
export { objectToDeletion } from './actions/object-to-deletion.ts'
export type { SubscriptionParts } from './actions/parts.ts'
export { presentSubscriptions } from './actions/present-subscription.ts'
export { previewChange } from './actions/preview-change.ts'
export { previewNextInvoice } from './actions/preview-invoice.ts'
export { type SubscriptionToBegin, subscribe } from './actions/subscribe.ts'
export { subscriptionTimeline } from './actions/subscription-timeline.ts'
export {
  findSubscriptionOfCustomer,
  listSubscriptionsOfCustomer,
} from './store/customer-subscriptions.ts'
export type { SubscriptionRow } from './store/subscriptions.ts'
