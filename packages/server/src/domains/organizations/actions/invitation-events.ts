import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { InvitationRow } from '../store/invitations.ts'
import { presentInvitation } from './present-invitation.ts'

export const invitationEvent = (
  name: 'invitation.created' | 'invitation.updated',
  row: InvitationRow,
): NewEvent => ({
  name,
  organizationId: row.organizationId,
  object: { type: 'invitation', id: row.id, version: row.version },
  payload: {
    ...presentInvitation(row),
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  },
})
