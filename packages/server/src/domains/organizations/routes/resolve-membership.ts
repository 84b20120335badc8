import type { Id } from '@guildhall/contract/primitives'
import { accept } from '../../../kernel/refusal.ts'
import type { SignedIn } from '../../identity/actions/signed-in.ts'
import { type NoOrganization, resolveActiveOrganization } from '../rules/resolve-organization.ts'
import type { Membership } from '../store/members.ts'

interface OrganizationReference {
  readonly organizationId?: Id<'organization'> | undefined
}

/** The membership that the caller claims; whether it exists is not checked here. */
export const resolveMembership = (
  { session, user }: SignedIn,
  { organizationId }: OrganizationReference,
  refusal?: NoOrganization,
): Membership => ({
  organizationId: accept(
    resolveActiveOrganization(organizationId, session.activeOrganizationId, refusal),
  ),
  userId: user.id,
})
