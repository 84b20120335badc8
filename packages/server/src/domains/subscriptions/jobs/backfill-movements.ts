import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import { backfillMovements } from '../actions/backfill-movements.ts'
import type { SubscriptionDeps } from '../actions/deps.ts'

/** Until every subscription from before the ledger of movements has its own. */
export const backfillMovementsJob: JobDefinition<SubscriptionDeps> = schedule({
  name: 'subscriptions.backfill_movements',
  cron: '*/5 * * * *',
  run: (deps: SubscriptionDeps, { signal }) => backfillMovements(deps, signal),
})
