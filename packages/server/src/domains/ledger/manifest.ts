import type { Domain } from '../../platform/domain.ts'
import type { LedgerDeps } from './actions/deps.ts'
import { deletionBlocker } from './actions/read-balance.ts'
import { balanceRoutes } from './routes/balance.ts'

export const ledgerDomain: Domain<LedgerDeps> = {
  name: 'ledger',
  operations: balanceRoutes,
  hooks: () => ({ organizationDeletionBlockers: [deletionBlocker] }),
}
