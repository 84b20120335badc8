export {
  postDispute,
  postRefund,
  postRefundReversal,
  postSales,
  type SalePosting,
} from './actions/post-entries.ts'
export { balanceOf } from './actions/read-balance.ts'
export { payoutAmounts, recordPayout } from './actions/record-payout.ts'
