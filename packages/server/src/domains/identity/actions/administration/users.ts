import type { Id } from '@guildhall/contract/primitives'
import { accept, isRefused, Problem } from '../../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import { passwordSetByOperatorMessage } from '../../messages/passwords.ts'
import { startBan, unbanned } from '../../rules/administration/bans.ts'
import { decideRoleChange } from '../../rules/administration/role-change.ts'
import type { Username } from '../../rules/credentials/username.ts'
import {
  deleteImpersonationsBy,
  deleteImpersonationsOf,
} from '../../store/administration/operators.ts'
import type { Origin } from '../../store/audit.ts'
import { savePassword } from '../../store/credentials/credentials.ts'
import { deleteSessions } from '../../store/sessions/sessions.ts'
import { type UserRow, updateUser } from '../../store/users/users.ts'
import { deleteVerifications } from '../../store/verifications.ts'
import type { IdentityDeps } from '../deps.ts'
import { circumstancesOf, forgotPasswordUrl, notifyUser, siteHost } from '../notify-user.ts'
import { type ProfileInput, saveProfile } from '../users/change-profile.ts'
import { createUser } from '../users/create-user.ts'
import { deleteUser } from '../users/delete-user.ts'
import { userEvent } from '../users/user-events.ts'
import {
  actorOf,
  authorizeOperator,
  lockTarget,
  type OperatorAct,
  recordOperatorAct,
} from './operator-act.ts'

interface Creation {
  readonly operatorId: Id<'user'>
  readonly from: Origin
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string
  readonly image: string | null
  readonly username: Username | null
  readonly role: string
  /** Without one, the user chooses a password by the mailed link. */
  readonly hash: string | null
}

export async function createUserByOperator(
  uow: UnitOfWork,
  deps: Pick<IdentityDeps, 'config'>,
  { operatorId, hash, ...creation }: Creation,
): Promise<UserRow> {
  await authorizeOperator(uow, { operatorId }, 'user:create')
  const audit = {
    action: 'admin.create-user',
    actorId: operatorId,
    details: { role: creation.role },
  } as const
  const created = await createUser(uow, deps, { ...creation, audit })
  if (isRefused(created) && created.refused === 'user_already_exists') {
    throw new Problem('email_is_taken')
  }
  const user = accept(created)
  if (hash !== null) {
    await savePassword(uow.tx, { id: uow.newId('account'), userId: user.id, hash }, uow.now)
  }
  return user
}

export async function updateUserByOperator(
  uow: UnitOfWork,
  { config }: Pick<IdentityDeps, 'config'>,
  act: OperatorAct,
  input: ProfileInput,
): Promise<UserRow> {
  await authorizeOperator(uow, act, 'user:update')
  const before = await lockTarget(uow, act)
  const saved = await saveProfile(uow, config, before, input)
  if (saved === null) throw new Problem('no_data_to_update')
  await recordOperatorAct(uow, act, 'admin.update-user', { fields: saved.fields })
  return saved.user
}

export async function setRole(uow: UnitOfWork, act: OperatorAct, role: string): Promise<UserRow> {
  const { tx, now } = uow
  const { userId } = act
  const operators = await authorizeOperator(uow, act, 'user:set-role')
  const { role: roleBefore } = await lockTarget(uow, act)
  const change = accept(decideRoleChange({ userId, roleBefore, role, operators }))
  if (change.isDismissed) await deleteImpersonationsBy(tx, userId)
  if (change.isAppointed) await deleteImpersonationsOf(tx, userId)
  const user = await updateUser(tx, userId, { role }, now)
  await recordOperatorAct(uow, act, 'admin.set-role', { role, roleBefore })
  uow.record(userEvent('user.updated', user))
  return user
}

/** Bans a user and ends their sessions; a parallel sign-in waits for the lock and is refused. */
export async function banUser(
  uow: UnitOfWork,
  act: OperatorAct,
  ban: { readonly reason: string; readonly seconds: number | null },
): Promise<UserRow> {
  const { userId, operatorId } = act
  if (userId === operatorId) throw new Problem('you_cannot_ban_yourself')
  await authorizeOperator(uow, act, 'user:ban')
  await lockTarget(uow, act)
  const user = await updateUser(uow.tx, userId, startBan(uow.now, ban), uow.now)
  const sessionsEnded = await deleteSessions(uow.tx, userId)
  const bannedUntil = user.banExpires?.toISOString() ?? null
  await recordOperatorAct(uow, act, 'admin.ban-user', { bannedUntil, sessionsEnded })
  uow.record(userEvent('user.updated', user))
  return user
}

export async function unbanUser(uow: UnitOfWork, act: OperatorAct): Promise<UserRow> {
  await authorizeOperator(uow, act, 'user:ban')
  await lockTarget(uow, act)
  const user = await updateUser(uow.tx, act.userId, unbanned, uow.now)
  await recordOperatorAct(uow, act, 'admin.unban-user')
  uow.record(userEvent('user.updated', user))
  return user
}

/** Also for users without a password. Ends all sessions of the user. */
export async function setUserPassword(
  uow: UnitOfWork,
  deps: IdentityDeps,
  act: OperatorAct & { readonly hash: string },
): Promise<void> {
  const { tx, now } = uow
  const { userId, hash } = act
  await authorizeOperator(uow, act, 'user:set-password')
  const user = await lockTarget(uow, act)
  await savePassword(tx, { id: uow.newId('account'), userId, hash }, now)
  await deleteVerifications(tx, userId, 'reset-password')
  const sessionsEnded = await deleteSessions(tx, userId)
  await recordOperatorAct(uow, act, 'admin.set-password', { sessionsEnded })
  const message = passwordSetByOperatorMessage({
    site: siteHost(deps),
    forgotUrl: forgotPasswordUrl(deps),
    circumstances: circumstancesOf(now, { ...act.from, operatorId: act.operatorId }),
  })
  await notifyUser(uow, deps, user, message)
}

/** What prevents users from deleting themselves prevents operators too. */
export async function removeUser(
  uow: UnitOfWork,
  deps: IdentityDeps,
  act: OperatorAct,
): Promise<void> {
  const { userId, operatorId, from } = act
  if (userId === operatorId) throw new Problem('you_cannot_remove_yourself')
  await authorizeOperator(uow, act, 'user:delete')
  await deleteUser(uow, deps, userId, {
    action: 'admin.remove-user',
    actorId: actorOf(act),
    from,
  })
}
