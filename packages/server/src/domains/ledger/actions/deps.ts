import type { OrganizationDeps } from '../../organizations/index.ts'
import type { PaymentDeps } from '../../payments/index.ts'

/** The dependencies of this domain, assembled in `app/`. */
export type LedgerDeps = Pick<OrganizationDeps, 'uowFactory'> &
  Pick<PaymentDeps, 'clock' | 'log' | 'processors'>
