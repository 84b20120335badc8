import type { Invitation } from '@guildhall/contract/organizations/shapes'
import type * as z from 'zod/mini'
import type { InvitationRow } from '../store/invitations.ts'

export const presentInvitation = (row: InvitationRow): z.output<typeof Invitation> => ({
  id: row.id,
  organizationId: row.organizationId,
  email: row.email,
  role: row.role,
  status: row.status,
  teamId: row.teamId,
  inviterId: row.inviterId,
  expiresAt: row.expiresAt,
  createdAt: row.createdAt,
})
