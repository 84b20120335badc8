import type { ActivityAction, ActivityDetails } from '@guildhall/contract/identity/activity'
import type { Id } from '@guildhall/contract/primitives'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { type AdminPermission, decideMay } from '../rules/admin-permissions.ts'
import { type Origin, recordAudit } from '../store/audit.ts'
import { lockOperators, type Operators } from '../store/operators.ts'
import { lockUser, type UserRow } from '../store/users.ts'

/** An operator does something to a user. */
export interface OperatorAct {
  readonly operatorId: Id<'user'>
  readonly userId: Id<'user'>
  readonly from: Origin
}

/**
 * Asks again, under the lock of all operators, whether this one may: since the request was let in
 * another may have taken the role away.
 */
export async function admitOperator(
  work: Work,
  { operatorId }: Pick<OperatorAct, 'operatorId'>,
  permission: AdminPermission,
): Promise<Operators> {
  const operators = await lockOperators(work.tx, work.now)
  accept(decideMay(operators.get(operatorId) ?? '', permission))
  return operators
}

/** The user it is done to, locked. */
export async function lockTarget(
  work: Work,
  { userId }: Pick<OperatorAct, 'userId'>,
): Promise<UserRow> {
  const user = await lockUser(work.tx, userId)
  if (user === undefined) throw new Problem('user_not_found')
  return user
}

/** Whom a record names as the one who did it: nobody, where people act on themselves. */
export const actorOf = ({ operatorId, userId }: OperatorAct): Id<'user'> | null =>
  operatorId === userId ? null : operatorId

export const recordAct = (
  { tx }: Work,
  act: OperatorAct,
  action: ActivityAction,
  details: ActivityDetails = {},
): Promise<void> =>
  recordAudit(tx, { userId: act.userId, actorId: actorOf(act), action, from: act.from, details })
