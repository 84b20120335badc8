import type { Id } from '@guildhall/contract/primitives'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { accountDeletedMessage, deleteAccountMessage } from '../messages/delete-account.ts'
import { isLastOperator } from '../rules/role-change.ts'
import { type AuditEntry, type Origin, recordAudit } from '../store/audit.ts'
import { isOnlyUser, lockOperators, type Operators } from '../store/operators.ts'
import { deleteUserRows, lockUser, type UserRow } from '../store/users.ts'
import { consumeVerification, peekVerification } from '../store/verifications.ts'
import { spendBudget } from './mail-budget.ts'
import { mailLink } from './mail-link.ts'
import type { IdentityParts } from './parts.ts'
import { circumstancesOf, siteOf, tellUser } from './tell-user.ts'
import { userEvent } from './user-events.ts'

const purpose = 'delete-account'

/** Who deletes, and what the record of it calls that. */
export type DeletionActor = Pick<AuditEntry, 'action' | 'actorId' | 'from'>

/**
 * Deletes a user with their sessions, accounts and verifications, and what goes along of other
 * domains, unless one of them has something against it, or the server would be left without an
 * operator.
 */
export async function deleteUser(
  work: Work,
  parts: IdentityParts,
  userId: Id<'user'>,
  actor: DeletionActor,
): Promise<void> {
  // Operators are locked before any user, whatever is done to whom.
  const operators = await lockOperators(work.tx, work.now)
  const user = await lockUser(work.tx, userId)
  // Who deletes themselves and is gone by now isn't signed in any more.
  if (user === undefined)
    throw new Problem(actor.actorId == null ? 'unauthorized' : 'user_not_found')
  await checkDeletable(work, parts, { userId, operators })
  for (const part of parts.userDeletionParts) await part.carryOut(work, userId)
  await deleteUserRows(work.tx, userId)
  await recordAudit(work.tx, { userId, ...actor })
  work.record(userEvent('user.deleted', { ...user, version: user.version + 1 }))
  const { from, actorId } = actor
  const circumstances = circumstancesOf(
    work.now,
    actorId == null ? from : { ...from, operatorId: actorId },
  )
  const told = { site: siteOf(parts), email: user.email, circumstances }
  await tellUser(work, parts, user, accountDeletedMessage(told))
}

interface Deletable {
  readonly userId: Id<'user'>
  readonly operators: Operators
}

async function checkDeletable(
  { tx }: Work,
  { userDeletionParts }: IdentityParts,
  { userId, operators }: Deletable,
): Promise<void> {
  if (isLastOperator(userId, operators) && !(await isOnlyUser(tx, userId))) {
    throw new Problem('last_operator')
  }
  for (const part of userDeletionParts) accept(await part.refuses(tx, userId))
}

interface DeletionRequest {
  readonly callbackURL: string | null
  readonly from: Origin
}

/** Mails the link that deletes, to whoever could follow it. */
export async function requestDeletion(
  work: Work,
  parts: IdentityParts,
  user: UserRow,
  { callbackURL, from }: DeletionRequest,
): Promise<void> {
  const operators = await lockOperators(work.tx, work.now)
  await checkDeletable(work, parts, { userId: user.id, operators })
  await spendBudget(parts, purpose, user.email)
  await mailLink(work, parts, user, {
    purpose,
    value: {},
    lifetimeSeconds: parts.config.lifetimes.deletionSeconds,
    target: (token) => ({
      path: '/delete-user/callback',
      query: { token, callbackURL: callbackURL ?? '/' },
    }),
    message: deleteAccountMessage,
  })
  await recordAudit(work.tx, { userId: user.id, action: 'deletion.request', from })
}

/** Another user's visit doesn't use the token up. */
export async function deleteByToken(
  work: Work,
  parts: IdentityParts,
  { userId, secret, from }: { userId: Id<'user'>; secret: string; from: Origin },
): Promise<void> {
  const { tx, now } = work
  await lockOperators(tx, now)
  await lockUser(tx, userId)
  const seen = await peekVerification(tx, parts.keyring, purpose, secret, now)
  const consumed =
    seen?.userId === userId
      ? await consumeVerification(tx, parts.keyring, purpose, secret, now)
      : null
  if (consumed === null) throw new Problem('deletion_token_is_invalid')
  await deleteUser(work, parts, userId, { action: 'user.delete', from })
}
