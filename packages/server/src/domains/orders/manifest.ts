import type { Domain } from '../../platform/domain.ts'
import type { DisputeDeps, InvoiceDeps, OrderDeps } from './actions/deps.ts'
import { settleBalances } from './actions/settle-balances.ts'
import { makeInvoicesJob } from './jobs/make-invoices.ts'
import { notifyDisputedJob } from './jobs/notify-disputed.ts'
import { notifyRefundedJob } from './jobs/notify-refunded.ts'
import { invoiceDueWork, numberPaidOrders } from './jobs/number-invoices.ts'
import { recordDisputeJob, recordReportedRefundJob } from './jobs/record-processor-reports.ts'
import { resumeRefund } from './jobs/resume-refund.ts'
import { orderTimeline } from './present/timeline.ts'
import { customerBalanceRoutes } from './routes/customer-balances.ts'
import { customerSpendRoute } from './routes/customer-spend.ts'
import { disputeRoutes } from './routes/disputes.ts'
import { invoicePageRoute } from './routes/invoice-pages.ts'
import { invoiceRoutes } from './routes/invoices.ts'
import { orderRoutes } from './routes/orders.ts'
import { refundRoutes } from './routes/refunds.ts'
import { sellerDetailsRoutes } from './routes/seller-details.ts'
import { orderEraser } from './store/erasures.ts'
import { documentsToNumber } from './store/invoice-numbers.ts'
import { renameAnswers } from './store/rename-answers.ts'

export const ordersDomain: Domain<OrderDeps & InvoiceDeps & DisputeDeps> = {
  name: 'orders',
  operations: (deps) => [
    ...orderRoutes(deps),
    ...refundRoutes(deps),
    ...disputeRoutes(deps),
    ...invoiceRoutes(deps),
    ...sellerDetailsRoutes(deps),
    ...customerBalanceRoutes(deps),
    customerSpendRoute(deps),
  ],
  pages: (deps) => [invoicePageRoute(deps)],
  jobs: [
    resumeRefund,
    recordReportedRefundJob,
    recordDisputeJob,
    notifyDisputedJob,
    notifyRefundedJob,
    makeInvoicesJob,
  ],
  sweeps: [numberPaidOrders],
  dueLists: [documentsToNumber],
  dueWork: (deps) => [invoiceDueWork(deps)],
  hooks: () => ({
    onCustomFieldRenamed: [renameAnswers],
    beforeCustomerDeletion: [settleBalances],
    customerErasers: [orderEraser],
  }),
  timeline: orderTimeline,
}
