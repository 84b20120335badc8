import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { passwordChangedMessage } from '../messages/password-changed.ts'
import { type AccountRow, credentialOf, setPassword } from '../store/accounts.ts'
import { type Origin, recordAudit } from '../store/audit.ts'
import { deleteSessionsOf } from '../store/sessions.ts'
import { lockUser, type UserRow } from '../store/users.ts'
import { deleteVerificationsOf } from '../store/verifications.ts'
import type { IdentityParts } from './parts.ts'
import type { SignedIn } from './signed-in.ts'
import { restartSession, type StartedSession, startSession } from './start-session.ts'
import { siteOf, tellUser } from './tell-user.ts'

interface PasswordChange {
  readonly signedIn: SignedIn
  /** What was shown to be the current password, by its row. */
  readonly credential: AccountRow
  readonly newHash: string
  readonly endSessions: boolean
  readonly from: Origin
}

/** Answers the session that takes the place of all others, where they were to end. */
export async function changePassword(
  unit: Work,
  parts: IdentityParts,
  { signedIn, credential, newHash, endSessions, from }: PasswordChange,
): Promise<StartedSession | null> {
  const { tx, now } = unit
  const user = await lockUser(tx, signedIn.user.id)
  const current = await credentialOf(tx, signedIn.user.id)
  if (user === undefined || current?.passwordHash !== credential.passwordHash) {
    throw new Problem('invalid_password')
  }
  await setPassword(tx, { id: credential.id, userId: user.id, hash: newHash }, now)
  await deleteVerificationsOf(tx, user.id, 'reset-password')
  const { session } = signedIn
  const sessionsEnded = endSessions ? await deleteSessionsOf(tx, user.id, session.id) : 0
  const details = { sessionsEnded }
  await recordAudit(tx, { userId: user.id, action: 'password.change', from, details })
  await tellOfChange(unit, parts, user, from)
  if (!endSessions) return null
  const restarted = await restartSession(unit, parts, { signedIn: { ...signedIn, user }, from })
  if (restarted !== undefined) return restarted
  const audit = { action: 'sign-in', details: { method: 'password' } } as const
  return startSession(unit, parts, { user, remembered: session.remembered, from, audit })
}

async function tellOfChange(
  unit: Work,
  parts: IdentityParts,
  user: UserRow,
  { address }: Origin,
): Promise<void> {
  const forgotUrl = new URL('/forgot-password', parts.config.server.url).href
  const told = { site: siteOf(parts), forgotUrl, circumstances: { at: unit.now, address } }
  await tellUser(unit, parts, user, passwordChangedMessage(told))
}

/** Gives somebody who has come by other ways a password. */
export async function setFirstPassword(
  unit: Work,
  parts: IdentityParts,
  { userId, hash, from }: { userId: UserRow['id']; hash: string; from: Origin },
): Promise<void> {
  const { tx, now } = unit
  const user = await lockUser(tx, userId)
  if (user === undefined) throw new Problem('user_not_found')
  if ((await credentialOf(tx, userId)) !== undefined)
    throw new Problem('user_already_has_a_password')
  await setPassword(tx, { id: unit.newId('account'), userId, hash }, now)
  await recordAudit(tx, { userId, action: 'password.set', from })
  await tellOfChange(unit, parts, user, from)
}
