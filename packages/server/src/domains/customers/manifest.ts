import type { Domain } from '../../platform/domain.ts'
import type { TimelineDeps } from './actions/deps.ts'
import { type EraseDeps, eraseCustomersJob } from './jobs/erase-customers.ts'
import { sweepCustomerSessionsJob } from './jobs/sweep-sessions.ts'
import { customerOrBuyerResolver, customerResolver } from './routes/callers.ts'
import { customerSessionRoutes } from './routes/customer-sessions.ts'
import { customerRoutes } from './routes/customers.ts'
import { externalCustomerRoutes } from './routes/external-customers.ts'
import { timelineRoute } from './routes/timeline.ts'
import { customerTimeline } from './rules/timeline.ts'
import { customersToErase } from './store/erasures.ts'

export const customersDomain: Domain<TimelineDeps & EraseDeps> = {
  name: 'customers',
  operations: (deps) => [
    ...customerRoutes(deps),
    ...externalCustomerRoutes(deps),
    ...customerSessionRoutes(deps),
    timelineRoute(deps),
  ],
  resolvers: (deps) => ({
    customer: customerResolver(deps),
    customerOrBuyer: customerOrBuyerResolver(deps),
  }),
  jobs: [sweepCustomerSessionsJob, eraseCustomersJob],
  dueLists: [customersToErase],
  timeline: customerTimeline,
}
