import type { Domain } from '../../platform/domain.ts'
import type { PortalDeps } from './actions/deps.ts'
import { sendPortalCode, sweepPortalCodes } from './jobs/send-code.ts'
import { benefitGrantRoutes } from './routes/benefit-grants.ts'
import { downloadResolver, payLinkResolver } from './routes/callers.ts'
import { creditPurchaseRoutes } from './routes/credit-purchases.ts'
import { customerRoutes } from './routes/customer.ts'
import { customerMeterRoutes } from './routes/customer-meters.ts'
import { downloadableRoutes } from './routes/downloadables.ts'
import { explanationRoutes } from './routes/explanations.ts'
import { routesForUsers } from './routes/for-users.ts'
import { licenseKeyRoutes } from './routes/license-keys.ts'
import { oauthAccountRoutes } from './routes/oauth-accounts.ts'
import { orderPaymentRoutes } from './routes/order-payments.ts'
import { orderRoutes } from './routes/orders.ts'
import { planChangeRoutes } from './routes/plan-changes.ts'
import { sellerRoutes } from './routes/seller.ts'
import { sessionRoutes } from './routes/session.ts'
import { settingsRoutes } from './routes/settings.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { subscriptionRoutes } from './routes/subscriptions.ts'
import { topUpRoutes } from './routes/top-ups.ts'
import { usageLimitRoutes } from './routes/usage-limits.ts'
import { walletRoutes } from './routes/wallets.ts'

export const portalDomain: Domain<PortalDeps> = {
  name: 'portal',
  operations: (deps) => [
    ...signInRoutes(deps),
    ...sessionRoutes(deps),
    ...customerRoutes(deps),
    ...sellerRoutes(deps),
    ...settingsRoutes(deps),
    ...orderRoutes(deps),
    ...explanationRoutes(deps),
    ...orderPaymentRoutes(deps),
    ...subscriptionRoutes(deps),
    ...planChangeRoutes(deps),
    ...walletRoutes(deps),
    ...customerMeterRoutes(deps),
    ...usageLimitRoutes(deps),
    ...creditPurchaseRoutes(deps),
    ...topUpRoutes(deps),
    ...benefitGrantRoutes(deps),
    ...licenseKeyRoutes(deps),
    ...downloadableRoutes(deps),
    ...oauthAccountRoutes(deps),
    ...routesForUsers(deps),
  ],
  resolvers: (deps) => ({ payLink: payLinkResolver(deps), download: downloadResolver(deps) }),
  jobs: [sendPortalCode, sweepPortalCodes],
}
