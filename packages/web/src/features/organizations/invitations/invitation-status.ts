import { isOpen } from '#/features/organizations/open-invitations.ts'
import type { Invitation } from '#/features/organizations/organization-queries.ts'

/** The status as displayed: expiry is derived from the time, not stored. */
export type InvitationStatus = 'open' | 'expired' | Exclude<Invitation['status'], 'pending'>

export function statusOf(
  invitation: Pick<Invitation, 'status' | 'expiresAt'>,
  now: Date,
): InvitationStatus {
  if (invitation.status !== 'pending') return invitation.status
  return isOpen(invitation, now) ? 'open' : 'expired'
}
