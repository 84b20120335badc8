import type { AccessToken } from '@guildhall/contract/organizations/access-tokens'
import { isScope } from '@guildhall/contract/organizations/scopes'
import type * as z from 'zod/mini'
import type { AccessTokenRow } from '../store/access-tokens.ts'

/** Leaves out the secret, and scopes that this version does not know. */
export const presentAccessToken = (row: AccessTokenRow): z.output<typeof AccessToken> => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  scopes: row.scopes.filter(isScope),
  expiresAt: row.expiresAt,
  comment: row.comment,
  lastUsedAt: row.lastUsedAt,
  organizationId: row.organizationId,
})
