import { lookInEach } from '../../../platform/due/look-at-due.ts'
import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import { backfillMovements } from '../actions/backfill-movements.ts'
import type { SubscriptionDeps } from '../actions/deps.ts'
import { historiesToDerive } from '../store/movement-history.ts'

/** Until every subscription from before the ledger of movements has its own. */
export const backfillMovementsJob: JobDefinition<SubscriptionDeps> = schedule({
  name: historiesToDerive.kind,
  cron: '*/5 * * * *',
  run: (deps: SubscriptionDeps, { signal }) =>
    lookInEach(deps.uowFactory, {
      list: historiesToDerive,
      signal,
      run: (organizationIds) => backfillMovements(deps, organizationIds, signal),
    }),
})
