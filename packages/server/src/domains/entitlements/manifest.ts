import type { Domain } from '../../platform/domain.ts'
import type { EntitlementDeps } from './actions/deps.ts'
import { followSources } from './actions/follow-sources.ts'
import { customerStateSummary } from './actions/show-customer-state.ts'
import {
  convergeAllGrantsJob,
  convergeGrantsJob,
  reconcileCustomerJob,
  refreshGrantsJob,
} from './jobs/converge-grants.ts'
import { grantTimeline } from './present/timeline.ts'
import { customerStateRoutes } from './routes/customer-state.ts'
import { downloadRoutes } from './routes/downloads.ts'
import { grantRoutes } from './routes/grants.ts'

export const entitlementsDomain: Domain<EntitlementDeps> = {
  name: 'entitlements',
  operations: (deps) => [
    ...grantRoutes(deps),
    ...downloadRoutes(deps),
    ...customerStateRoutes(deps),
  ],
  jobs: [convergeGrantsJob, refreshGrantsJob, reconcileCustomerJob, convergeAllGrantsJob],
  followers: (deps) => [followSources(deps)],
  timeline: grantTimeline,
  summary: customerStateSummary,
}
