import type { Session, User, UserLite } from '@guildhall/contract/identity/shapes'
import type * as z from 'zod/mini'
import type { JsonObject } from '../../../platform/database/json.ts'
import type { SessionRow } from '../store/sessions.ts'
import type { UserRow } from '../store/users.ts'

export const presentUser = (row: UserRow): z.output<typeof User> => ({
  id: row.id,
  name: row.name,
  email: row.email,
  emailVerified: row.emailVerified,
  image: row.image,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  username: row.username,
  displayUsername: row.displayUsername,
  role: row.role,
  banned: row.banned,
  banReason: row.banReason,
  banExpires: row.banExpires,
})

export const presentUserLite = (
  row: Pick<UserRow, keyof z.output<typeof UserLite>>,
): z.output<typeof UserLite> => ({
  id: row.id,
  email: row.email,
  name: row.name,
  image: row.image,
  emailVerified: row.emailVerified,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

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

/** The user as events carry them. */
export const userPayload = (row: UserRow): JsonObject => ({
  ...presentUser(row),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  banExpires: row.banExpires?.toISOString() ?? null,
})
