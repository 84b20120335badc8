import type { Domain } from '../../platform/domain.ts'
import type { OperationRoute } from '../../platform/http/serve.ts'
import { adoptWaitingEvents } from './actions/adopt-events.ts'
import { changePeriods, holdSettled } from './actions/change-periods.ts'
import { countWithMeter } from './actions/count-with-meters.ts'
import type { UsageDeps } from './actions/deps.ts'
import { usageEraser } from './actions/erase-events.ts'
import { deleteOrganizationEvents } from './jobs/delete-events.ts'
import { eraseEventsJob } from './jobs/erase-events.ts'
import { removeEventsJob } from './jobs/remove-events.ts'
import { customerMeterRoutes } from './routes/customer-meters.ts'
import { eventRoutes } from './routes/events.ts'
import { previewRoute } from './routes/preview.ts'
import { quantitiesRoute } from './routes/quantities.ts'
import { openBoundedReads } from './store/bounded-reads.ts'
import { erasuresToFinish } from './store/erasures.ts'

export const usageDomain: Domain<UsageDeps> = {
  name: 'usage',
  operations: usageRoutes,
  jobs: [deleteOrganizationEvents, eraseEventsJob, removeEventsJob],
  dueLists: [erasuresToFinish],
  followers: [adoptWaitingEvents],
  hooks: () => ({
    onMeterDefined: [countWithMeter],
    onMeteredPeriodsChanged: [changePeriods],
    onUsageSettled: [holdSettled],
    customerErasers: [usageEraser],
  }),
}

function usageRoutes(deps: UsageDeps): readonly OperationRoute[] {
  const readBounded = openBoundedReads(deps.uowFactory.database)
  return [
    ...eventRoutes(deps),
    ...customerMeterRoutes(deps),
    quantitiesRoute(deps, readBounded),
    previewRoute(deps, readBounded),
  ]
}
