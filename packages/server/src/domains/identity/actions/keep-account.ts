import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { methodLinkedMessage } from '../messages/sign-in-methods.ts'
import type { Profile } from '../rules/providers/profile.ts'
import { findAccount, insertAccount, updateTokens } from '../store/accounts.ts'
import { type Origin, recordAudit } from '../store/audit.ts'
import type { UserRow } from '../store/users.ts'
import type { IdentityParts } from './parts.ts'
import { type KeptTokens, sealedTokens } from './sealed-tokens.ts'
import { siteOf, tellUser } from './tell-user.ts'

/** Who somebody is at a provider, and what the provider gave us of them. */
export interface Identity {
  readonly providerId: string
  readonly providerName: string
  readonly profile: Profile
  readonly grant: Grant
}

interface Grant extends KeptTokens {
  readonly scopes: readonly string[]
  /** What the provider wants back with each refresh. */
  readonly deviceId: string | null
}

/** Links the account to the user, or stores its new tokens. The user's row must be locked. */
export async function keepAccount(
  work: Work,
  { keyring }: Pick<IdentityParts, 'keyring'>,
  user: UserRow,
  { providerId, profile, grant }: Identity,
): Promise<void> {
  const { tx, now } = work
  const known = await findAccount(tx, providerId, profile.subject)
  const id = known?.id ?? work.newId('account')
  const stored = {
    ...sealedTokens(keyring, id, grant),
    scope: grant.scopes.join(','),
    ...(grant.deviceId === null ? {} : { deviceId: grant.deviceId }),
  }
  const account = { id, userId: user.id, providerId, accountId: profile.subject, ...stored }
  const kept =
    known?.userId === user.id
      ? await updateTokens(tx, id, stored, now)
      : await insertAccount(tx, account, now)
  if (kept === undefined) throw new Problem('account_already_linked_to_different_user')
}

/** A new way in is news for whoever owns the user. */
export async function tellOfLink(
  work: Work,
  parts: IdentityParts,
  user: UserRow,
  { providerId, providerName, from }: Identity & { readonly from: Origin },
): Promise<void> {
  const details = { providerId }
  await recordAudit(work.tx, { userId: user.id, action: 'account.link', from, details })
  if (!user.emailVerified) return
  const circumstances = { at: work.now, address: from.address }
  const told = { site: siteOf(parts), provider: providerName, circumstances }
  await tellUser(work, parts, user, methodLinkedMessage(told))
}
