import type { Domain } from '../../platform/domain.ts'
import type { MaintenanceDeps } from './actions/deps.ts'
import { jobRoutes } from './routes/jobs.ts'

export const maintenanceDomain: Domain<MaintenanceDeps> = {
  name: 'maintenance',
  operations: jobRoutes,
}
