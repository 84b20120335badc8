import type { OrganizationDeps } from '../../organizations/index.ts'
import type { PaymentDeps } from '../../payments/index.ts'

/** The dependencies of this domain; `app/` provides them. */
export type MetricsDeps = Pick<OrganizationDeps, 'uowFactory' | 'clock'> & Pick<PaymentDeps, 'log'>
