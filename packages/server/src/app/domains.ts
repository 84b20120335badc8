import { auditDomain } from '../domains/audit/manifest.ts'
import { benefitsDomain } from '../domains/benefits/manifest.ts'
import { catalogDomain } from '../domains/catalog/manifest.ts'
import { checkoutDomain } from '../domains/checkout/manifest.ts'
import { creditsDomain } from '../domains/credits/manifest.ts'
import { customersDomain } from '../domains/customers/manifest.ts'
import { entitlementsDomain } from '../domains/entitlements/manifest.ts'
import { explanationsDomain } from '../domains/explanations/manifest.ts'
import { filesDomain } from '../domains/files/manifest.ts'
import { financeDomain } from '../domains/finance/manifest.ts'
import { identityDomain } from '../domains/identity/manifest.ts'
import { ledgerDomain } from '../domains/ledger/manifest.ts'
import { limitsDomain } from '../domains/limits/manifest.ts'
import { listsDomain } from '../domains/lists/manifest.ts'
import { maintenanceDomain } from '../domains/maintenance/manifest.ts'
import { meteringDomain } from '../domains/metering/manifest.ts'
import { metricsDomain } from '../domains/metrics/manifest.ts'
import { ordersDomain } from '../domains/orders/manifest.ts'
import { organizationsDomain } from '../domains/organizations/manifest.ts'
import { overviewDomain } from '../domains/overview/manifest.ts'
import { paymentsDomain } from '../domains/payments/manifest.ts'
import { portalDomain } from '../domains/portal/manifest.ts'
import { searchDomain } from '../domains/search/manifest.ts'
import { subscriptionsDomain } from '../domains/subscriptions/manifest.ts'
import { taxDomain } from '../domains/tax/manifest.ts'
import { topUpsDomain } from '../domains/topups/manifest.ts'
import { usageDomain } from '../domains/usage/manifest.ts'
import { webhooksDomain } from '../domains/webhooks/manifest.ts'
import type { Domain } from '../platform/domain.ts'
import type { AppDeps } from './dependencies.ts'

/** Every domain of this server, in the order of the stairs. */
export const domains: readonly Domain<AppDeps>[] = [
  identityDomain,
  organizationsDomain,
  filesDomain,
  customersDomain,
  meteringDomain,
  benefitsDomain,
  catalogDomain,
  taxDomain,
  paymentsDomain,
  ledgerDomain,
  ordersDomain,
  subscriptionsDomain,
  usageDomain,
  creditsDomain,
  limitsDomain,
  explanationsDomain,
  topUpsDomain,
  entitlementsDomain,
  checkoutDomain,
  portalDomain,
  metricsDomain,
  financeDomain,
  overviewDomain,
  searchDomain,
  listsDomain,
  auditDomain,
  maintenanceDomain,
  webhooksDomain,
]
