import type { Domain } from '../../platform/domain.ts'
import { adoptWaitingEvents } from './actions/adopt-events.ts'
import type { UsageDeps } from './actions/deps.ts'
import { deleteOrganizationEvents } from './jobs/delete-events.ts'
import { eventRoutes } from './routes/events.ts'

export const usageDomain: Domain<UsageDeps> = {
  name: 'usage',
  operations: eventRoutes,
  jobs: [deleteOrganizationEvents],
  followers: () => [adoptWaitingEvents],
}
