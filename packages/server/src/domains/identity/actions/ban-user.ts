import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { banFrom, unbanned } from '../rules/bans.ts'
import { deleteSessionsOf } from '../store/sessions.ts'
import { type UserRow, updateUser } from '../store/users.ts'
import { admitOperator, lockTarget, type OperatorAct, recordAct } from './operator-act.ts'
import { userEvent } from './user-events.ts'

/** Bans a user and signs them out everywhere; who is signing in meanwhile waits, and is refused. */
export async function banUser(
  work: Work,
  act: OperatorAct,
  ban: { readonly reason: string; readonly seconds: number | null },
): Promise<UserRow> {
  const { userId, operatorId } = act
  if (userId === operatorId) throw new Problem('you_cannot_ban_yourself')
  await admitOperator(work, act, 'user:ban')
  await lockTarget(work, act)
  const user = await updateUser(work.tx, userId, banFrom(work.now, ban), work.now)
  const sessionsEnded = await deleteSessionsOf(work.tx, userId)
  const bannedUntil = user.banExpires?.toISOString() ?? null
  await recordAct(work, act, 'admin.ban-user', { bannedUntil, sessionsEnded })
  work.record(userEvent('user.updated', user))
  return user
}

export async function unbanUser(work: Work, act: OperatorAct): Promise<UserRow> {
  await admitOperator(work, act, 'user:ban')
  await lockTarget(work, act)
  const user = await updateUser(work.tx, act.userId, unbanned, work.now)
  await recordAct(work, act, 'admin.unban-user')
  work.record(userEvent('user.updated', user))
  return user
}
