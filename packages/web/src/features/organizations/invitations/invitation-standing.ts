import { isOpen } from '../open-invitations.ts'
import type { Invitation } from '../organization-queries.ts'

/** As the list tells it: nobody writes down when the time of an invitation is over. */
export type InvitationStanding = 'open' | 'expired' | Exclude<Invitation['status'], 'pending'>

export function standingOf(
  invitation: Pick<Invitation, 'status' | 'expiresAt'>,
  now: Date,
): InvitationStanding {
  if (invitation.status !== 'pending') return invitation.status
  return isOpen(invitation, now) ? 'open' : 'expired'
}
