import type { Domain } from '../../platform/domain.ts'
import type { TimelineDeps } from './actions/deps.ts'
import { sweepCustomerSessionsJob } from './jobs/sweep-sessions.ts'
import { customerResolver } from './routes/callers.ts'
import { customerSessionRoute } from './routes/customer-sessions.ts'
import { customerRoutes } from './routes/customers.ts'
import { externalCustomerRoutes } from './routes/external-customers.ts'
import { timelineRoute } from './routes/timeline.ts'
import { customerTimeline } from './rules/timeline.ts'

export const customersDomain: Domain<TimelineDeps> = {
  name: 'customers',
  operations: (deps) => [
    ...customerRoutes(deps),
    ...externalCustomerRoutes(deps),
    customerSessionRoute(deps),
    timelineRoute(deps),
  ],
  resolvers: (deps) => ({ customer: customerResolver(deps) }),
  jobs: [sweepCustomerSessionsJob],
  timeline: customerTimeline,
}
