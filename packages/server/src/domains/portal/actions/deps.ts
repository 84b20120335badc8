import type { BenefitDeps } from '../../benefits/actions/deps.ts'
import type { CheckoutDeps } from '../../checkout/actions/deps.ts'
import type { CustomerChangeDeps } from '../../customers/actions/deps.ts'
import type { DownloadDeps, EntitlementDeps } from '../../entitlements/actions/deps.ts'
import type { IdentityDeps } from '../../identity/actions/deps.ts'
import type { InvoiceDeps } from '../../orders/actions/deps.ts'
import type { OrganizationDeps } from '../../organizations/actions/deps.ts'
import type { SubscriptionDeps } from '../../subscriptions/actions/deps.ts'
import type { TopUpDeps } from '../../topups/actions/deps.ts'

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
