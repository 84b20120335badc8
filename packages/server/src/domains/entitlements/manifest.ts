import type { Domain } from '../../platform/domain.ts'
import type { LicenseDeps } from './actions/deps.ts'
import { describeGrants } from './actions/describe-grants.ts'
import { followSources } from './actions/follow-sources.ts'
import { provideSigningKeys } from './actions/offline-licenses.ts'
import { customerStateSummary } from './actions/show-customer-state.ts'
import {
  convergeAllGrantsJob,
  convergeGrantsJob,
  reconcileCustomerJob,
  refreshGrantsJob,
} from './jobs/converge-grants.ts'
import { deliverDueAccess } from './jobs/deliver-access.ts'
import { notifyUndeliveredJob } from './jobs/notify-undelivered.ts'
import { grantTimeline } from './present/timeline.ts'
import { changeRoutes } from './routes/changes.ts'
import { customerStateRoutes } from './routes/customer-state.ts'
import { downloadRoutes } from './routes/downloads.ts'
import { grantRoutes } from './routes/grants.ts'
import { licenseCheckRoutes } from './routes/license-checks.ts'
import { licenseKeyRoutes } from './routes/license-keys.ts'
import { entitlementEraser } from './store/erasures.ts'
import { accessToDeliver } from './store/external-access.ts'

export const entitlementsDomain: Domain<LicenseDeps> = {
  name: 'entitlements',
  operations: (deps) => [
    ...grantRoutes(deps),
    ...changeRoutes(deps),
    ...licenseKeyRoutes(deps),
    ...licenseCheckRoutes(deps),
    ...downloadRoutes(deps),
    ...customerStateRoutes(deps),
  ],
  jobs: [
    convergeGrantsJob,
    refreshGrantsJob,
    reconcileCustomerJob,
    convergeAllGrantsJob,
    notifyUndeliveredJob,
  ],
  sweeps: [deliverDueAccess],
  dueLists: [accessToDeliver],
  followers: [followSources, provideSigningKeys],
  hooks: (deps) => ({
    customerErasers: [entitlementEraser],
    grantDescribers: [describeGrants(deps)],
  }),
  timeline: grantTimeline,
  summary: customerStateSummary,
}
