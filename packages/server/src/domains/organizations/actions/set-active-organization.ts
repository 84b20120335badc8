import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import type { SignedIn } from '../../identity/index.ts'
import { activateOrganization, deactivateOrganization } from '../store/active-organization.ts'

/** Who may not enter keeps what is active: a mistake in one window must not show in another. */
export async function setActiveOrganization(
  { tx }: Work,
  { session, user }: SignedIn,
  organizationId: Id<'organization'> | null,
): Promise<void> {
  if (organizationId === null) return deactivateOrganization(tx, session.id)
  const activation = { sessionId: session.id, userId: user.id, organizationId }
  if (!(await activateOrganization(tx, activation))) {
    throw new Problem('user_is_not_a_member_to_enter')
  }
}
