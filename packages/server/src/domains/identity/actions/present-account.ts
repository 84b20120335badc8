import type { LinkedAccount } from '@guildhall/contract/identity/social'
import type * as z from 'zod/mini'
import { scopesOf } from '../rules/scopes.ts'
import type { AccountRow } from '../store/accounts.ts'

/** Under the name of its provider that older clients read, and the one that newer do. */
export const presentAccount = (account: AccountRow): z.output<typeof LinkedAccount> => ({
  id: account.id,
  provider: account.providerId,
  providerId: account.providerId,
  createdAt: account.createdAt,
  updatedAt: account.updatedAt,
  accountId: account.accountId,
  scopes: scopesOf(account),
})
