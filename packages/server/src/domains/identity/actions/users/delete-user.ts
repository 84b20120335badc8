import type { Id } from '@guildhall/contract/primitives'
import { accept, Problem } from '../../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import { accountDeletedMessage, deleteAccountMessage } from '../../messages/account-deletion.ts'
import { isLastOperator } from '../../rules/administration/role-change.ts'
import { isOnlyUser, lockOperators, type Operators } from '../../store/administration/operators.ts'
import { type AuditEntry, type Origin, recordAudit } from '../../store/audit.ts'
import { deleteUserRows, lockUser, type UserRow } from '../../store/users/users.ts'
import { consumeVerification, findVerification } from '../../store/verifications.ts'
import type { IdentityDeps } from '../deps.ts'
import { mailLink } from '../mail-link.ts'
import { circumstancesOf, notifyUser, siteHost, spendMailBudget } from '../notify-user.ts'
import { userEvent } from './user-events.ts'

const purpose = 'delete-account'

/** Who deletes the user, and the action for the audit log. */
type DeletionActor = Pick<AuditEntry, 'action' | 'actorId' | 'from'>

/**
 * Deletes a user with their sessions, accounts and verifications, and what other domains delete
 * along, unless another domain refuses or the server would be left without an operator.
 */
export async function deleteUser(
  uow: UnitOfWork,
  deps: IdentityDeps,
  userId: Id<'user'>,
  actor: DeletionActor,
): Promise<void> {
  // Operators are always locked before any user.
  const operators = await lockOperators(uow.tx, uow.now)
  const user = await lockUser(uow.tx, userId)
  // Users who delete themselves twice are no longer signed in.
  if (user === undefined)
    throw new Problem(actor.actorId == null ? 'unauthorized' : 'user_not_found')
  await checkDeletable(uow, deps, { userId, operators })
  for (const hook of deps.userDeletionHooks) await hook.carryOut(uow, userId)
  await deleteUserRows(uow.tx, userId)
  await recordAudit(uow.tx, { userId, ...actor })
  uow.record(userEvent('user.deleted', { ...user, version: user.version + 1 }))
  const { from, actorId } = actor
  const circumstances = circumstancesOf(
    uow.now,
    actorId == null ? from : { ...from, operatorId: actorId },
  )
  const message = accountDeletedMessage({ site: siteHost(deps), email: user.email, circumstances })
  await notifyUser(uow, deps, user, message)
}

interface Deletable {
  readonly userId: Id<'user'>
  readonly operators: Operators
}

async function checkDeletable(
  { tx }: UnitOfWork,
  { userDeletionHooks }: IdentityDeps,
  { userId, operators }: Deletable,
): Promise<void> {
  if (isLastOperator(userId, operators) && !(await isOnlyUser(tx, userId))) {
    throw new Problem('last_operator')
  }
  for (const hook of userDeletionHooks) accept(await hook.refuses(tx, userId))
}

interface DeletionRequest {
  readonly callbackURL: string | null
  readonly from: Origin
}

/** Mails the link that deletes, unless deleting would be refused. */
export async function requestDeletion(
  uow: UnitOfWork,
  deps: IdentityDeps,
  user: UserRow,
  { callbackURL, from }: DeletionRequest,
): Promise<void> {
  const operators = await lockOperators(uow.tx, uow.now)
  await checkDeletable(uow, deps, { userId: user.id, operators })
  await spendMailBudget(deps, purpose, user.email)
  await mailLink(uow, deps, user, {
    purpose,
    value: {},
    lifetimeSeconds: deps.config.lifetimes.deletionSeconds,
    target: (token) => ({
      path: '/api/auth/delete-user/callback',
      query: { token, callbackURL: callbackURL ?? '/' },
    }),
    message: deleteAccountMessage,
  })
  await recordAudit(uow.tx, { userId: user.id, action: 'deletion.request', from })
}

/** Another user's visit doesn't consume the token. */
export async function deleteByToken(
  uow: UnitOfWork,
  deps: IdentityDeps,
  { userId, secret, from }: { userId: Id<'user'>; secret: string; from: Origin },
): Promise<void> {
  const { tx, now } = uow
  await lockOperators(tx, now)
  await lockUser(tx, userId)
  const found = await findVerification(tx, deps.keyring, purpose, secret, now)
  const consumed =
    found?.userId === userId
      ? await consumeVerification(tx, deps.keyring, purpose, secret, now)
      : null
  if (consumed === null) throw new Problem('deletion_token_is_invalid')
  await deleteUser(uow, deps, userId, { action: 'user.delete', from })
}
