import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import type { LedgerDeps } from '../actions/deps.ts'
import { runReconciliation } from '../actions/run-reconciliation.ts'
import { deleteReconciliations } from '../store/reconciliations.ts'

const storedMilliseconds = 90 * 86_400_000

/** Compares the books with Stripe’s balance transactions every day. */
export const reconcile: JobDefinition<LedgerDeps> = schedule({
  name: 'ledger.reconcile',
  cron: '37 5 * * *',
  async run(deps: LedgerDeps) {
    const { kysely } = deps.uowFactory.database
    const before = new Date(deps.clock.now().getTime() - storedMilliseconds)
    await deleteReconciliations(kysely, before)
    const run = await runReconciliation(deps)
    if (run !== null && run.differenceCount > 0) {
      const { id, differenceCount } = run
      deps.log.error({ id, differenceCount }, 'the ledger and Stripe differ')
    }
  },
})
