import type { LinkedAccount } from '@guildhall/contract/identity/social'
import type * as z from 'zod/mini'
import { scopesOf } from '../rules/federation/account-tokens.ts'
import type { AccountRow } from '../store/federation/accounts.ts'

/** `provider` repeats `providerId` for older clients. */
export const presentAccount = (account: AccountRow): z.output<typeof LinkedAccount> => ({
  id: account.id,
  provider: account.providerId,
  providerId: account.providerId,
  createdAt: account.createdAt,
  updatedAt: account.updatedAt,
  accountId: account.accountId,
  scopes: scopesOf(account),
})
