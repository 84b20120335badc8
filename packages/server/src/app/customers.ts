import type { CustomerParts } from '../domains/customers/index.ts'
import {
  sweepCustomerSessions,
  sweepCustomerSessionsTask,
} from '../domains/customers/jobs/sweep-sessions.ts'
import { customerSessionRoute } from '../domains/customers/routes/customer-sessions.ts'
import { customerRoutes } from '../domains/customers/routes/customers.ts'
import { externalCustomerRoutes } from '../domains/customers/routes/external-customers.ts'
import type { EndpointRoute } from '../platform/http/serve.ts'
import type { Schedule, Tasks } from '../platform/queue.ts'

export const customerEndpoints = (parts: CustomerParts): readonly EndpointRoute[] => [
  ...customerRoutes(parts),
  ...externalCustomerRoutes(parts),
  customerSessionRoute(parts),
]

export const customerTasks = (parts: Pick<CustomerParts, 'workshop'>): Tasks => ({
  [sweepCustomerSessionsTask]: sweepCustomerSessions(parts),
})

export const customerSchedules: readonly Schedule[] = [
  { task: sweepCustomerSessionsTask, cron: '41 * * * *' },
]
