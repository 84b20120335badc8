import { type Refusal, refuse } from '../../../../kernel/refusal.ts'
import { isOperator } from './admin-permissions.ts'

interface RoleChangeFacts<UserId> {
  readonly userId: UserId
  readonly roleBefore: string
  readonly role: string
  /** Every operator who can act now. */
  readonly operators: { readonly size: number; has(id: UserId): boolean }
}

interface RoleChange {
  /** Impersonations that this user started must end. */
  readonly isDismissed: boolean
  /** Operators can't be impersonated, so impersonations of this user must end. */
  readonly isAppointed: boolean
}

/** The consequences of a role change. The server is never left without an operator. */
export function decideRoleChange<UserId>(
  facts: RoleChangeFacts<UserId>,
): RoleChange | Refusal<'last_operator'> {
  const { userId, roleBefore, role, operators } = facts
  const isDismissed = isOperator(roleBefore) && !isOperator(role)
  if (isDismissed && isLastOperator(userId, operators)) return refuse('last_operator')
  return { isDismissed, isAppointed: !isOperator(roleBefore) && isOperator(role) }
}

export const isLastOperator = <UserId>(
  userId: UserId,
  operators: RoleChangeFacts<UserId>['operators'],
): boolean => operators.size === 1 && operators.has(userId)
