import type { OrganizationDeps } from '../../organizations/actions/deps.ts'
import type { PaymentDeps } from '../../payments/actions/deps.ts'

/** The dependencies of this domain; `app/` provides them. */
export type MetricsDeps = Pick<OrganizationDeps, 'uowFactory' | 'clock'> & Pick<PaymentDeps, 'log'>
