import type { BenefitDeps } from '../../benefits/index.ts'
import type { CustomerChangeDeps } from '../../customers/index.ts'
import type { DownloadDeps, EntitlementDeps } from '../../entitlements/index.ts'
import type { InvoiceDeps } from '../../orders/index.ts'
import type { OrganizationDeps } from '../../organizations/index.ts'
import type { SubscriptionDeps } from '../../subscriptions/index.ts'

export type PortalDeps = CustomerChangeDeps &
  InvoiceDeps &
  SubscriptionDeps &
  DownloadDeps &
  EntitlementDeps &
  Pick<BenefitDeps, 'log' | 'providers'> &
  Pick<OrganizationDeps, 'limit'>
