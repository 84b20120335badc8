import type { Domain } from '../../platform/domain.ts'
import type { CreditDeps } from './actions/deps.ts'
import { settlePeriods } from './actions/settle-usage.ts'
import { creditDueWork, expireLotsJob } from './jobs/expire-lots.ts'
import { creditTimeline } from './present/timeline.ts'
import { creditRoutes } from './routes/credits.ts'
import { lotsToExpire } from './store/due-lots.ts'

export const creditsDomain: Domain<CreditDeps> = {
  name: 'credits',
  operations: creditRoutes,
  jobs: [expireLotsJob],
  dueLists: [lotsToExpire],
  dueWork: (deps) => [creditDueWork(deps)],
  hooks: () => ({ onUsageSettled: [settlePeriods] }),
  timeline: creditTimeline,
}
