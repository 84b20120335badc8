import { Problem } from '../../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import { resetPasswordMessage } from '../../messages/passwords.ts'
import { type Origin, recordAudit } from '../../store/audit.ts'
import { savePassword } from '../../store/credentials/credentials.ts'
import { deleteSessions } from '../../store/sessions/sessions.ts'
import { findUser, lockUser, type UserRow } from '../../store/users/users.ts'
import {
  consumeVerification,
  deletePendingVerifications,
  findVerification,
} from '../../store/verifications.ts'
import type { IdentityDeps } from '../deps.ts'
import { mailLink } from '../mail-link.ts'
import { circumstancesOf, isWithinMailBudget } from '../notify-user.ts'
import { endUnprovenAccess } from '../users/end-unproven-access.ts'
import { markEmailVerified } from '../users/verify-email.ts'
import { notifyPasswordChanged } from './change-password.ts'

const purpose = 'reset-password'

/** Where the link leads if the request named no page. */
const defaultPage = '/reset-password'

interface ResetRequest {
  readonly redirectTo: string | null
  readonly from: Origin
}

/** Earlier links stay valid, or a stranger could keep invalidating the owner's. */
export async function sendResetMail(
  uow: UnitOfWork,
  deps: IdentityDeps,
  user: UserRow,
  { redirectTo, from }: ResetRequest,
): Promise<void> {
  if (!(await isWithinMailBudget(deps, purpose, user.email))) return
  const circumstances = circumstancesOf(uow.now, from)
  await mailLink(uow, deps, user, {
    purpose,
    value: {},
    lifetimeSeconds: deps.config.lifetimes.resetSeconds,
    target: (token) => ({
      path: `/api/auth/reset-password/${token}`,
      query: { callbackURL: redirectTo ?? defaultPage },
    }),
    message: (link) => resetPasswordMessage({ ...link, circumstances }),
  })
  await recordAudit(uow.tx, { userId: user.id, action: 'password.reset-request', from })
}

/** The user whose password a token may change, without consuming it; null if it is invalid. */
export async function findUserByResetToken(
  { uowFactory, keyring, clock }: IdentityDeps,
  secret: string,
): Promise<UserRow | null> {
  const db = uowFactory.database.kysely
  const found = await findVerification(db, keyring, purpose, secret, clock.now())
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

/** Consumes the token. Its holder reads the mailbox, so it verifies the address as well. */
export async function resetPassword(
  uow: UnitOfWork,
  deps: IdentityDeps,
  { userId, secret, passwordHash, from }: Reset,
): Promise<void> {
  const { tx, now } = uow
  const user = await lockUser(tx, userId)
  const consumed = await consumeVerification(tx, deps.keyring, purpose, secret, now)
  // A token is valid for the mailbox it was sent to, not for one that has replaced it.
  if (user === undefined || consumed === null || consumed.value['email'] !== user.email) {
    throw new Problem('reset_token_is_invalid')
  }
  const sessionsEnded = user.emailVerified
    ? await endByReset(uow, deps, user)
    : await endUnprovenAccess(uow, user)
  const password = { id: uow.newId('account'), userId: user.id, hash: passwordHash }
  await savePassword(tx, password, now)
  const verified = await markEmailVerified(uow, deps, user, from)
  const details = { sessionsEnded }
  await recordAudit(tx, { userId: user.id, action: 'password.reset', from, details })
  await notifyPasswordChanged(uow, deps, verified, from)
}

async function endByReset({ tx }: UnitOfWork, { config }: IdentityDeps, { id }: UserRow) {
  await deletePendingVerifications(tx, id)
  return config.accounts.resetEndsSessions ? deleteSessions(tx, id) : 0
}
