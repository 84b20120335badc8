import type { Domain } from '../../platform/domain.ts'
import { adoptWaitingEvents } from './actions/adopt-events.ts'
import { countWithMeter } from './actions/count-with-meters.ts'
import type { UsageDeps } from './actions/deps.ts'
import { deleteOrganizationEvents } from './jobs/delete-events.ts'
import { customerMeterRoutes } from './routes/customer-meters.ts'
import { eventRoutes } from './routes/events.ts'

export const usageDomain: Domain<UsageDeps> = {
  name: 'usage',
  operations: (deps) => [...eventRoutes(deps), ...customerMeterRoutes(deps)],
  jobs: [deleteOrganizationEvents],
  followers: () => [adoptWaitingEvents],
  hooks: () => ({ onMeterDefined: [countWithMeter] }),
}
