import type { BenefitDeps } from '../../benefits/index.ts'
import type { CheckoutDeps } from '../../checkout/index.ts'
import type { CustomerChangeDeps } from '../../customers/index.ts'
import type { DownloadDeps, EntitlementDeps } from '../../entitlements/index.ts'
import type { IdentityDeps } from '../../identity/index.ts'
import type { InvoiceDeps } from '../../orders/index.ts'
import type { OrganizationDeps } from '../../organizations/index.ts'
import type { SubscriptionDeps } from '../../subscriptions/index.ts'
import type { TopUpDeps } from '../../topups/index.ts'

export type PortalDeps = CustomerChangeDeps &
  InvoiceDeps &
  SubscriptionDeps &
  DownloadDeps &
  EntitlementDeps &
  CheckoutDeps &
  TopUpDeps &
  Pick<BenefitDeps, 'log' | 'providers'> &
  Pick<OrganizationDeps, 'limit'> &
  Pick<IdentityDeps, 'origins'>
