import type { Id } from '@guildhall/contract/primitives'
import { accept } from '../../../kernel/refusal.ts'
import type { SignedIn } from '../../identity/index.ts'
import { decideOrganization } from '../rules/organization-meant.ts'
import type { Membership } from '../store/members.ts'

interface Meant {
  readonly organizationId?: Id<'organization'> | undefined
}

/** As whose member somebody acts, if they are one. */
export const membershipMeant = (
  { session, user }: SignedIn,
  { organizationId }: Meant,
): Membership => ({
  organizationId: accept(decideOrganization(organizationId, session.activeOrganizationId)),
  userId: user.id,
})
