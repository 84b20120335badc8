import type { Id } from '@guildhall/contract/primitives'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { isBanned } from '../rules/bans.ts'
import { decideLink } from '../rules/social-sign-in.ts'
import { findAccount } from '../store/accounts.ts'
import type { Origin } from '../store/audit.ts'
import { findSessionOf } from '../store/sessions.ts'
import { lockUser } from '../store/users.ts'
import { type Identity, keepAccount, tellOfLink } from './keep-account.ts'
import type { IdentityParts } from './parts.ts'

export interface Linking extends Identity {
  readonly userId: Id<'user'>
  /** The session that asked for it, and must still be there. */
  readonly sessionId: Id<'session'>
  readonly isTrusted: boolean
  readonly from: Origin
}

/** Adds an account at a provider to a user who is signed in. */
export async function linkAccount(
  work: Work,
  parts: IdentityParts,
  linking: Linking,
): Promise<void> {
  const { tx, now } = work
  const user = await lockUser(tx, linking.userId)
  const session = await findSessionOf(tx, linking.userId, linking.sessionId)
  const isOver = session === undefined || session.expiresAt <= now
  if (user === undefined || isOver || isBanned(user, now)) throw new Problem('unauthorized')
  const account = await findAccount(tx, linking.providerId, linking.profile.subject)
  const plan = accept(
    decideLink({
      profile: linking.profile,
      user,
      linkedTo: account?.userId ?? null,
      isTrusted: linking.isTrusted,
      mayDifferInEmail: parts.config.accounts.linkDifferentEmails,
    }),
  )
  await keepAccount(work, parts, user, linking)
  if (plan.does === 'link') await tellOfLink(work, parts, user, linking)
}
