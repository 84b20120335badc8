import { type Refusal, refuse } from '../../../kernel/refusal.ts'

interface Linked {
  readonly providerId: string
  readonly accountId: string
}

export interface UnlinkFacts<A extends Linked> {
  /** All accounts of the user. */
  readonly accounts: readonly A[]
  readonly providerId: string
  /** What the provider calls it; null for the first of the provider. */
  readonly accountId: string | null
  readonly mayUnlinkLast: boolean
}

/** Which account goes. The last one stays, or nobody could sign in as this user any more. */
export function decideUnlink<A extends Linked>({
  accounts,
  providerId,
  accountId,
  mayUnlinkLast,
}: UnlinkFacts<A>):
  | { readonly unlinked: A }
  | Refusal<'last_account_can_not_be_unlinked' | 'account_not_found'> {
  if (accounts.length === 1 && !mayUnlinkLast) return refuse('last_account_can_not_be_unlinked')
  const unlinked = accounts.find(
    (account) =>
      account.providerId === providerId && (accountId === null || account.accountId === accountId),
  )
  return unlinked === undefined ? refuse('account_not_found') : { unlinked }
}
