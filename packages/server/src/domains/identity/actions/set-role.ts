import { accept } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { decideRoleChange } from '../rules/role-change.ts'
import { deleteImpersonationsBy, deleteImpersonationsOf } from '../store/operators.ts'
import { type UserRow, updateUser } from '../store/users.ts'
import { admitOperator, lockTarget, type OperatorAct, recordAct } from './operator-act.ts'
import { userEvent } from './user-events.ts'

export async function setRole(work: Work, act: OperatorAct, role: string): Promise<UserRow> {
  const { tx, now } = work
  const { userId } = act
  const operators = await admitOperator(work, act, 'user:set-role')
  const { role: roleBefore } = await lockTarget(work, act)
  const change = accept(decideRoleChange({ userId, roleBefore, role, operators }))
  if (change.isDismissed) await deleteImpersonationsBy(tx, userId)
  if (change.isAppointed) await deleteImpersonationsOf(tx, userId)
  const user = await updateUser(tx, userId, { role }, now)
  await recordAct(work, act, 'admin.set-role', { role, roleBefore })
  work.record(userEvent('user.updated', user))
  return user
}
