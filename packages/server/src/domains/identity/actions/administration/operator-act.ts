import type { ActivityAction, ActivityDetails } from '@guildhall/contract/identity/activity'
import type { Id } from '@guildhall/contract/primitives'
import { accept, Problem } from '../../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import {
  type AdminPermission,
  decideAdminPermission,
} from '../../rules/administration/admin-permissions.ts'
import { lockOperators, type Operators } from '../../store/administration/operators.ts'
import { type Origin, recordAudit } from '../../store/audit.ts'
import { lockUser, type UserRow } from '../../store/users/users.ts'

/** An operator acts on a user. */
export interface OperatorAct {
  readonly operatorId: Id<'user'>
  readonly userId: Id<'user'>
  readonly from: Origin
}

/**
 * Checks the permission again under the lock of all operators: since the request was authorized,
 * another operator may have removed the role.
 */
export async function authorizeOperator(
  uow: UnitOfWork,
  { operatorId }: Pick<OperatorAct, 'operatorId'>,
  permission: AdminPermission,
): Promise<Operators> {
  const operators = await lockOperators(uow.tx, uow.now)
  accept(decideAdminPermission(operators.get(operatorId) ?? '', permission))
  return operators
}

/** Locks the user the operator acts on. */
export async function lockTarget(
  uow: UnitOfWork,
  { userId }: Pick<OperatorAct, 'userId'>,
): Promise<UserRow> {
  const user = await lockUser(uow.tx, userId)
  if (user === undefined) throw new Problem('user_not_found')
  return user
}

/** The actor for the audit log: null if operators act on themselves. */
export const actorOf = ({ operatorId, userId }: OperatorAct): Id<'user'> | null =>
  operatorId === userId ? null : operatorId

export const recordOperatorAct = (
  { tx }: UnitOfWork,
  act: OperatorAct,
  action: ActivityAction,
  details: ActivityDetails = {},
): Promise<void> =>
  recordAudit(tx, { userId: act.userId, actorId: actorOf(act), action, from: act.from, details })
