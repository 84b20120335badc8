import type { Domain } from '../../platform/domain.ts'
import type { LedgerDeps } from './actions/deps.ts'
import { deletionBlocker } from './actions/read-balance.ts'
import { bookTransactionsJob } from './jobs/book-transactions.ts'
import { reconcile } from './jobs/reconcile.ts'
import { balanceRoutes } from './routes/balance.ts'
import { reconciliationRoutes } from './routes/reconciliation.ts'

export const ledgerDomain: Domain<LedgerDeps> = {
  name: 'ledger',
  operations: (deps) => [...balanceRoutes(deps), ...reconciliationRoutes(deps)],
  jobs: [bookTransactionsJob, reconcile],
  hooks: () => ({ organizationDeletionBlockers: [deletionBlocker] }),
}
