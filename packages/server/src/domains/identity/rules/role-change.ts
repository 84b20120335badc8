import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { isOperator } from './admin-permissions.ts'

interface RoleChangeFacts<UserId> {
  readonly userId: UserId
  readonly roleBefore: string
  readonly role: string
  /** All who can act as operators now. */
  readonly operators: { readonly size: number; has(id: UserId): boolean }
}

interface RoleChange {
  /** What the user began as an operator ends. */
  readonly isDismissed: boolean
  /** Nobody may act as an operator, so whoever acts as this user must stop. */
  readonly isAppointed: boolean
}

/** What a change of the role brings with it; the server is never left without an operator. */
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
