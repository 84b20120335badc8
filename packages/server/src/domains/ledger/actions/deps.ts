import type { OrganizationDeps } from '../../organizations/actions/deps.ts'
import type { PaymentDeps } from '../../payments/actions/deps.ts'

/** The dependencies of this domain, assembled in `app/`. */
export type LedgerDeps = Pick<OrganizationDeps, 'uowFactory'> &
  Pick<PaymentDeps, 'clock' | 'log' | 'processors'>
