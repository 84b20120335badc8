import type { User, UserLite } from '@guildhall/contract/identity/shapes'
import type * as z from 'zod/mini'
import type { UserRow } from '../store/users/users.ts'

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
