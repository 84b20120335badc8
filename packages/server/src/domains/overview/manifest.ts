import type { Domain } from '../../platform/domain.ts'
import type { OverviewDeps } from './actions/deps.ts'
import { overviewRoutes } from './routes/overview.ts'

export const overviewDomain: Domain<OverviewDeps> = {
  name: 'overview',
  operations: (deps) => overviewRoutes(deps),
}
