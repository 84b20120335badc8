import type { Session } from '@guildhall/contract/identity/shapes'
import type * as z from 'zod/mini'
import type { SessionRow } from '../store/sessions/sessions.ts'

export const presentSession = (row: SessionRow, token: string): z.output<typeof Session> => ({
  id: row.id,
  token,
  userId: row.userId,
  expiresAt: row.expiresAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  lastUsedAt: row.lastUsedAt,
  ipAddress: row.ipAddress,
  userAgent: row.userAgent,
  activeOrganizationId: row.activeOrganizationId,
  activeTeamId: row.activeOrganizationId === null ? null : row.activeTeamId,
  impersonatedBy: row.impersonatedBy,
})
