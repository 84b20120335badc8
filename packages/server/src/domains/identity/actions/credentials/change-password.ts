import { Problem } from '../../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import { passwordChangedMessage } from '../../messages/passwords.ts'
import { type Origin, recordAudit } from '../../store/audit.ts'
import { findPasswordAccount, savePassword } from '../../store/credentials/credentials.ts'
import type { AccountRow } from '../../store/federation/accounts.ts'
import { deleteSessions } from '../../store/sessions/sessions.ts'
import { lockUser, type UserRow } from '../../store/users/users.ts'
import { deleteVerifications } from '../../store/verifications.ts'
import type { IdentityDeps } from '../deps.ts'
import { circumstancesOf, forgotPasswordUrl, notifyUser, siteHost } from '../notify-user.ts'
import { restartSession, type SignInOutcome, startSession } from '../sessions/start-session.ts'
import type { SignedIn } from '../signed-in.ts'

interface PasswordChange {
  readonly signedIn: SignedIn
  /** The account whose password was verified. */
  readonly account: AccountRow
  readonly newHash: string
  readonly endSessions: boolean
  readonly from: Origin
}

/** Returns the session that replaces all others, if those were to end. */
export async function changePassword(
  uow: UnitOfWork,
  deps: IdentityDeps,
  { signedIn, account, newHash, endSessions, from }: PasswordChange,
): Promise<SignInOutcome | null> {
  const { tx, now } = uow
  const user = await lockUser(tx, signedIn.user.id)
  const current = await findPasswordAccount(tx, signedIn.user.id)
  if (user === undefined || current?.passwordHash !== account.passwordHash) {
    throw new Problem('invalid_password')
  }
  await savePassword(tx, { id: account.id, userId: user.id, hash: newHash }, now)
  await deleteVerifications(tx, user.id, 'reset-password')
  const { session } = signedIn
  const sessionsEnded = endSessions ? await deleteSessions(tx, user.id, session.id) : 0
  const details = { sessionsEnded }
  await recordAudit(tx, { userId: user.id, action: 'password.change', from, details })
  await notifyPasswordChanged(uow, deps, user, from)
  if (!endSessions) return null
  const restarted = await restartSession(uow, deps, { signedIn: { ...signedIn, user }, from })
  if (restarted !== undefined) return restarted
  const audit = { action: 'sign-in', details: { method: 'password' } } as const
  return startSession(uow, deps, { user, remembered: session.remembered, from, audit })
}

export async function notifyPasswordChanged(
  uow: UnitOfWork,
  deps: IdentityDeps,
  user: UserRow,
  from: Origin,
): Promise<void> {
  const message = passwordChangedMessage({
    site: siteHost(deps),
    forgotUrl: forgotPasswordUrl(deps),
    circumstances: circumstancesOf(uow.now, from),
  })
  await notifyUser(uow, deps, user, message)
}

/** Gives a password to a user who has none. */
export async function setFirstPassword(
  uow: UnitOfWork,
  deps: IdentityDeps,
  { userId, hash, from }: { userId: UserRow['id']; hash: string; from: Origin },
): Promise<void> {
  const { tx, now } = uow
  const user = await lockUser(tx, userId)
  if (user === undefined) throw new Problem('user_not_found')
  if ((await findPasswordAccount(tx, userId)) !== undefined) {
    throw new Problem('user_already_has_a_password')
  }
  await savePassword(tx, { id: uow.newId('account'), userId, hash }, now)
  await recordAudit(tx, { userId, action: 'password.set', from })
  await notifyPasswordChanged(uow, deps, user, from)
}
