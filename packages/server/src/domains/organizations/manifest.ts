import type { Domain } from '../../platform/domain.ts'
import type { IdentityDeps } from '../identity/actions/deps.ts'
import type { ClockDeps } from './actions/advance-clock.ts'
import type { OrganizationDeps } from './actions/deps.ts'
import { detachDeletedUser } from './actions/detach-deleted-user.ts'
import { notifyExpiringTokensJob } from './jobs/notify-expiring-tokens.ts'
import { sweepCommandLineLogins } from './jobs/sweep-command-line-logins.ts'
import { accessTokenRoutes } from './routes/access-tokens.ts'
import { allOrganizationRoutes } from './routes/all-organizations.ts'
import { billingSettingsRoutes } from './routes/billing-settings.ts'
import { sellerResolver } from './routes/callers.ts'
import { clockRoutes } from './routes/clock.ts'
import { commandLineLoginRoutes } from './routes/command-line-logins.ts'
import { invitationRoutes } from './routes/invitations.ts'
import { memberRoutes } from './routes/members.ts'
import { organizationLimitRoutes } from './routes/organization-limit.ts'
import { organizationRoutes } from './routes/organizations.ts'
import { sellerOrganizationRoutes } from './routes/seller-organizations.ts'
import { teamRoutes } from './routes/teams.ts'

export const organizationsDomain: Domain<OrganizationDeps & IdentityDeps & ClockDeps> = {
  name: 'organizations',
  operations: (deps) => [
    ...organizationRoutes(deps),
    ...memberRoutes(deps),
    ...invitationRoutes(deps),
    ...teamRoutes(deps),
    ...organizationLimitRoutes(deps),
    ...allOrganizationRoutes(deps),
    ...sellerOrganizationRoutes(deps),
    ...billingSettingsRoutes(deps),
    ...accessTokenRoutes(deps),
    ...commandLineLoginRoutes(deps),
    ...clockRoutes(deps),
  ],
  jobs: [notifyExpiringTokensJob, sweepCommandLineLogins],
  resolvers: (deps) => ({ seller: sellerResolver(deps) }),
  hooks: (deps) => ({ userDeletionHooks: [detachDeletedUser(deps)] }),
}
