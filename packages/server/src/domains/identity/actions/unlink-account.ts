import type { Id } from '@guildhall/contract/primitives'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { methodUnlinkedMessage } from '../messages/sign-in-methods.ts'
import { decideUnlink } from '../rules/unlink.ts'
import { accountsOf, deleteAccount } from '../store/accounts.ts'
import { type Origin, recordAudit } from '../store/audit.ts'
import { lockUser } from '../store/users.ts'
import type { IdentityParts } from './parts.ts'
import { siteOf, tellUser } from './tell-user.ts'

export interface Unlinking {
  readonly userId: Id<'user'>
  readonly providerId: string
  /** For people. */
  readonly providerName: string
  readonly accountId: string | null
  readonly from: Origin
}

/** Takes a way to sign in from a user, who must keep one. */
export async function unlinkAccount(
  work: Work,
  parts: IdentityParts,
  { userId, providerId, providerName, accountId, from }: Unlinking,
): Promise<void> {
  const user = await lockUser(work.tx, userId)
  if (user === undefined) throw new Problem('unauthorized')
  const accounts = await accountsOf(work.tx, userId)
  const mayUnlinkLast = parts.config.accounts.unlinkLastAccount
  const { unlinked } = accept(decideUnlink({ accounts, providerId, accountId, mayUnlinkLast }))
  await deleteAccount(work.tx, userId, unlinked.id)
  const details = { providerId }
  await recordAudit(work.tx, { userId, action: 'account.unlink', from, details })
  if (!user.emailVerified) return
  const circumstances = { at: work.now, address: from.address }
  const told = { site: siteOf(parts), provider: providerName, circumstances }
  await tellUser(work, parts, user, methodUnlinkedMessage(told))
}
