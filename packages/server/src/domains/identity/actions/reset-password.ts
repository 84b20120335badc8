import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { passwordChangedMessage } from '../messages/password-changed.ts'
import { accountsOf, credentialProvider, deleteAccount, setPassword } from '../store/accounts.ts'
import { type Origin, recordAudit } from '../store/audit.ts'
import { deleteAllVerificationsOf } from '../store/email-links.ts'
import { deleteSessionsOf } from '../store/sessions.ts'
import { findUser, lockUser, type UserRow } from '../store/users.ts'
import { consumeVerification, peekVerification } from '../store/verifications.ts'
import type { IdentityParts } from './parts.ts'
import { proveEmail } from './prove-email.ts'
import { circumstancesOf, siteOf, tellUser } from './tell-user.ts'

const purpose = 'reset-password'

/** Whose password a token may change, without using it up; null where it may none. */
export async function findResetting(
  { workshop, keyring, clock }: IdentityParts,
  secret: string,
): Promise<UserRow | null> {
  const db = workshop.database.kysely
  const found = await peekVerification(db, keyring, purpose, secret, clock.now())
  if (found === null || found.userId === null) return null
  const user = await findUser(db, found.userId)
  return user !== undefined && user.email === found.value['email'] ? user : null
}

interface Reset {
  readonly userId: UserRow['id']
  readonly secret: string
  readonly passwordHash: string
  readonly from: Origin
}

/** Uses the token up. Whoever holds it reads the mailbox, so it proves the address as well. */
export async function resetPassword(
  work: Work,
  parts: IdentityParts,
  { userId, secret, passwordHash, from }: Reset,
): Promise<void> {
  const { tx, now } = work
  const user = await lockUser(tx, userId)
  const consumed = await consumeVerification(tx, parts.keyring, purpose, secret, now)
  // A token is good for the mailbox it was sent to, not for one that has taken its place.
  if (user === undefined || consumed === null || consumed.value['email'] !== user.email) {
    throw new Problem('reset_token_is_invalid')
  }
  const password = { id: work.newId('account'), userId: user.id, hash: passwordHash }
  await setPassword(tx, password, now)
  await deleteAllVerificationsOf(tx, user.id)
  if (!user.emailVerified) await dropUnproved(work, user)
  const ends = !user.emailVerified || parts.config.accounts.resetEndsSessions
  const sessionsEnded = ends ? await deleteSessionsOf(tx, user.id) : 0
  const proved = await proveEmail(work, parts, user, from)
  const details = { sessionsEnded }
  await recordAudit(tx, { userId: user.id, action: 'password.reset', from, details })
  const circumstances = circumstancesOf(now, from)
  const forgotUrl = new URL('/forgot-password', parts.config.server.url).href
  const told = { site: siteOf(parts), forgotUrl, circumstances }
  await tellUser(work, parts, proved, passwordChangedMessage(told))
}

/**
 * Until now anybody may have signed up with this address and left themselves ways to come back;
 * the password is the owner's now, the other ways must go.
 */
async function dropUnproved({ tx }: Work, { id: userId }: UserRow): Promise<void> {
  for (const { id, providerId } of await accountsOf(tx, userId)) {
    if (providerId !== credentialProvider) await deleteAccount(tx, userId, id)
  }
}
