import type { IdentityParts } from '../domains/identity/index.ts'
import { signedInOn } from '../domains/identity/routes/callers.ts'
import { type OrganizationParts, partWithUser } from '../domains/organizations/index.ts'
import { accessTokenRoutes } from '../domains/organizations/routes/access-tokens.ts'
import { allowanceRoutes } from '../domains/organizations/routes/allowance.ts'
import { billingSettingsRoutes } from '../domains/organizations/routes/billing-settings.ts'
import { sellerResolver } from '../domains/organizations/routes/callers.ts'
import { invitationRoutes } from '../domains/organizations/routes/invitations.ts'
import { memberRoutes } from '../domains/organizations/routes/members.ts'
import { organizationRoutes } from '../domains/organizations/routes/organizations.ts'
import { sellerOrganizationRoutes } from '../domains/organizations/routes/seller-organizations.ts'
import { teamRoutes } from '../domains/organizations/routes/teams.ts'
import type { Resolvers } from '../platform/http/callers.ts'
import type { EndpointRoute } from '../platform/http/serve.ts'
import { ledgerBeforeDeletion } from './ledger.ts'
import { subscriptionsBeforeDeletion } from './subscriptions.ts'

/** What other domains have against the deletion of an organization. */
const beforeOrganizationDeletion: OrganizationParts['beforeOrganizationDeletion'] = [
  ...subscriptionsBeforeDeletion,
  ...ledgerBeforeDeletion,
]

/** What the deletion of a user asks and does elsewhere. */
export const userDeletionParts: IdentityParts['userDeletionParts'] = [
  partWithUser(beforeOrganizationDeletion),
]

export const organizationParts = (identity: IdentityParts): OrganizationParts => ({
  ...identity,
  beforeOrganizationDeletion,
})

export const organizationEndpoints = (parts: OrganizationParts): readonly EndpointRoute[] => [
  ...organizationRoutes(parts),
  ...memberRoutes(parts),
  ...invitationRoutes(parts),
  ...teamRoutes(parts),
  ...allowanceRoutes(parts),
  ...sellerOrganizationRoutes(parts),
  ...billingSettingsRoutes(parts),
  ...accessTokenRoutes(parts),
]

/** How this domain recognizes who calls. */
export const organizationResolvers = (
  parts: OrganizationParts,
  identity: IdentityParts,
): Resolvers => ({
  seller: sellerResolver(parts, (exchange) => signedInOn(identity, exchange)),
})
