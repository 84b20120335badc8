import type { Id } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../../kernel/refusal.ts'
import type { Profile } from './providers/profile.ts'

interface LinkFacts {
  readonly profile: Profile
  readonly user: { readonly id: Id<'user'>; readonly email: string }
  readonly linkedTo: Id<'user'> | null
  readonly isTrusted: boolean
  readonly mayDifferInEmail: boolean
}

/** Whether a signed-in user may link this provider account. */
export function decideLink(facts: LinkFacts): LinkPlan | Refusal<LinkRefusal> {
  const { profile, user, linkedTo } = facts
  if (linkedTo === user.id) return { does: 'update' }
  if (linkedTo !== null) return refuse('account_already_linked_to_different_user')
  if (profile.email === null && !facts.isTrusted) return refuse('user_email_not_found')
  if (!profile.emailVerified && !facts.isTrusted) return refuse('linking_not_allowed')
  const differs = profile.email !== null && profile.email !== user.email
  if (differs && !facts.mayDifferInEmail) return refuse('different_emails_not_allowed')
  return { does: 'link' }
}

interface LinkPlan {
  /** `update` only stores the new tokens of an account that is linked already. */
  readonly does: 'update' | 'link'
}

type LinkRefusal =
  | 'account_already_linked_to_different_user'
  | 'user_email_not_found'
  | 'linking_not_allowed'
  | 'different_emails_not_allowed'

interface Linked {
  readonly providerId: string
  readonly accountId: string
}

interface UnlinkFacts<A extends Linked> {
  /** All accounts of the user. */
  readonly accounts: readonly A[]
  readonly providerId: string
  /** The provider's id of the account; null for the first one at the provider. */
  readonly accountId: string | null
  readonly mayUnlinkLast: boolean
}

/** Which account to unlink. The last one stays, or the user could no longer sign in. */
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
