import type { Domain } from '../../platform/domain.ts'
import type { LimitDeps } from './actions/deps.ts'
import { deleteOldReservations } from './jobs/delete-reservations.ts'
import { mailThresholdJob, tellThresholdsSweep } from './jobs/thresholds.ts'
import { limitTimeline } from './present/timeline.ts'
import { usageCheckRoutes } from './routes/usage-checks.ts'
import { usageLimitRoutes } from './routes/usage-limits.ts'
import { limitsToWatch } from './store/thresholds.ts'

export const limitsDomain: Domain<LimitDeps> = {
  name: 'limits',
  operations: (deps) => [...usageCheckRoutes(deps), ...usageLimitRoutes(deps)],
  jobs: [mailThresholdJob, deleteOldReservations],
  sweeps: [tellThresholdsSweep],
  dueLists: [limitsToWatch],
  timeline: limitTimeline,
}
