import type { Id } from '@guildhall/contract/primitives'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { decideCanceling } from '../rules/invitations.ts'
import { closeInvitation, findInvitation, type InvitationRow } from '../store/invitations.ts'
import { enterLocked } from './enter.ts'
import { invitationEvent } from './invitation-events.ts'

interface Canceling {
  readonly userId: Id<'user'>
  readonly id: Id<'invitation'>
}

/** Of two who close an invitation at once, the second finds it closed under the lock. */
export async function cancelInvitation(
  work: Work,
  { userId, id }: Canceling,
): Promise<InvitationRow> {
  const seen = await findInvitation(work.tx, id)
  if (seen === undefined) throw new Problem('invitation_not_found')
  const by = { organizationId: seen.organizationId, userId }
  const { member } = await enterLocked(work, by, 'member_not_found')
  accept(decideCanceling({ role: member.role, status: seen.status }))
  const canceled = await closeInvitation(work.tx, seen, 'canceled')
  if (canceled === undefined) throw new Problem('failed_to_retrieve_invitation')
  work.record(invitationEvent('invitation.updated', canceled))
  return canceled
}
