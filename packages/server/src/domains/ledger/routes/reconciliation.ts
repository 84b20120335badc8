import { differencesShownMax, getReconciliation } from '@guildhall/contract/ledger/reconciliation'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import type { LedgerDeps } from '../actions/deps.ts'
import { presentReconciliation } from '../present/reconciliation.ts'
import { findLatestReconciliation, listDifferences } from '../store/reconciliations.ts'

/** The operator’s view of the books. */
export const reconciliationRoutes = (deps: LedgerDeps): readonly OperationRoute[] => [
  serve(getReconciliation, async () => {
    const { kysely } = deps.uowFactory.database
    const run = await findLatestReconciliation(kysely)
    const differences =
      run === undefined ? [] : await listDifferences(kysely, run, differencesShownMax)
    return {
      isStripeConfigured: deps.processors.stripe !== null,
      reconciliation: run === undefined ? null : presentReconciliation(run, differences),
    }
  }),
]
