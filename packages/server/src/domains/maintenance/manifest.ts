import type { Domain } from '../../platform/domain.ts'
import type { MaintenanceDeps } from './actions/deps.ts'
import { jobRoutes } from './routes/jobs.ts'
import { mailRoutes } from './routes/mails.ts'

export const maintenanceDomain: Domain<MaintenanceDeps> = {
  name: 'maintenance',
  operations: (deps) => [...jobRoutes(deps), ...mailRoutes(deps)],
}
