import type { OrderParts } from '../domains/orders/index.ts'
import {
  noteDisputeJob,
  noteDisputeTask,
  noteReportedRefundJob,
  noteReportedRefundTask,
} from '../domains/orders/jobs/processor-news.ts'
import { resumeRefund, resumeRefundTask } from '../domains/orders/jobs/refunds.ts'
import { tellRefundedJob, tellRefundedTask } from '../domains/orders/jobs/tell-customer.ts'
import { orderRoutes } from '../domains/orders/routes/orders.ts'
import { refundRoutes } from '../domains/orders/routes/refunds.ts'
import type { EndpointRoute } from '../platform/http/serve.ts'
import type { Tasks } from '../platform/queue.ts'

export const orderEndpoints = (parts: OrderParts): readonly EndpointRoute[] => [
  ...orderRoutes(parts),
  ...refundRoutes(parts),
]

export const orderTasks = (parts: OrderParts): Tasks => ({
  [resumeRefundTask]: resumeRefund(parts),
  [noteReportedRefundTask]: noteReportedRefundJob(parts),
  [noteDisputeTask]: noteDisputeJob(parts),
  [tellRefundedTask]: tellRefundedJob(parts),
})
