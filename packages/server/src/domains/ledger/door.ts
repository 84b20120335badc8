export { StripeUnavailable } from './actions/ask-stripe.ts'
export {
  type Comparison,
  type ComparisonDeps,
  comparePeriod,
} from './actions/compare-period.ts'
export {
  postAdjustment,
  postDispute,
  postRefund,
  postRefundReversal,
  postSales,
  type SalePosting,
} from './actions/post-entries.ts'
export { payoutAmounts, recordPayout, unknownFees } from './actions/record-payout.ts'
export { pause } from './actions/run-reconciliation.ts'
export { differenceText } from './rules/difference-text.ts'
export { comparableTo, nextPart } from './rules/reconciled-period.ts'
export type { Difference } from './rules/reconciliation.ts'
