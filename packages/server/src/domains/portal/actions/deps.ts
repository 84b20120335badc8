import type { CustomerDeps } from '../../customers/index.ts'
import type { InvoiceDeps } from '../../orders/index.ts'
import type { OrganizationDeps } from '../../organizations/index.ts'
import type { SubscriptionDeps } from '../../subscriptions/index.ts'

export type PortalDeps = CustomerDeps &
  InvoiceDeps &
  SubscriptionDeps &
  Pick<OrganizationDeps, 'limit'>
