import {
  type CustomerParts,
  customerTimeline,
  type TimelineTypes,
} from '../domains/customers/index.ts'
import {
  sweepCustomerSessions,
  sweepCustomerSessionsTask,
} from '../domains/customers/jobs/sweep-sessions.ts'
import { customerResolver } from '../domains/customers/routes/callers.ts'
import { customerSessionRoute } from '../domains/customers/routes/customer-sessions.ts'
import { customerRoutes } from '../domains/customers/routes/customers.ts'
import { externalCustomerRoutes } from '../domains/customers/routes/external-customers.ts'
import { timelineRoute } from '../domains/customers/routes/timeline.ts'
import { orderTimeline } from '../domains/orders/index.ts'
import { paymentTimeline } from '../domains/payments/index.ts'
import { subscriptionTimeline } from '../domains/subscriptions/index.ts'
import type { Resolvers } from '../platform/http/callers.ts'
import type { EndpointRoute } from '../platform/http/serve.ts'
import type { Schedule, Tasks } from '../platform/queue.ts'

/** What of a customer's events their timeline tells: every domain adds its own types here. */
const timelineTypes: TimelineTypes = {
  ...customerTimeline,
  ...paymentTimeline,
  ...orderTimeline,
  ...subscriptionTimeline,
}

export const customerEndpoints = (parts: CustomerParts): readonly EndpointRoute[] => [
  ...customerRoutes(parts),
  ...externalCustomerRoutes(parts),
  customerSessionRoute(parts),
  timelineRoute(parts, timelineTypes),
]

export const customerResolvers = (parts: CustomerParts): Pick<Resolvers, 'customer'> => ({
  customer: customerResolver(parts),
})

export const customerTasks = (parts: Pick<CustomerParts, 'workshop'>): Tasks => ({
  [sweepCustomerSessionsTask]: sweepCustomerSessions(parts),
})

export const customerSchedules: readonly Schedule[] = [
  { task: sweepCustomerSessionsTask, cron: '41 * * * *' },
]
