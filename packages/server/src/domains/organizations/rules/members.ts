import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { decideRoles, isOwner, mayIn } from './roles.ts'

interface RemovalFacts {
  /** Of the one who removes. */
  readonly role: string
  readonly isSelf: boolean
  /** Null where the organization has no such member. */
  readonly targetRole: string | null
  readonly owners: number
}

type RemovalRefusal = Refusal<'member_not_found' | 'not_allowed_to_delete_member' | 'only_owner'>

/** Anybody may go by themselves, and only an owner removes an owner; one of them always stays. */
export function decideMemberRemoval(facts: RemovalFacts): RemovalRefusal | null {
  const { role, isSelf, targetRole, owners } = facts
  if (targetRole === null) return refuse('member_not_found')
  if (!isSelf && !mayManage(role, 'delete', [targetRole])) {
    return refuse('not_allowed_to_delete_member')
  }
  return isOwner(targetRole) && owners <= 1 ? refuse('only_owner') : null
}

interface RoleChangeFacts {
  /** Of the one who changes. */
  readonly role: string
  readonly targetRole: string | null
  readonly owners: number
  /** The roles to be, as somebody sent them. */
  readonly asked: string | readonly string[]
}

type RoleChangeRefusal = Refusal<
  'member_not_found' | 'role_not_found' | 'not_allowed_to_update_member' | 'only_owner'
>

/**
 * The roles that the member is to have; nobody has more of a say about their own. What is asked
 * for is read before it is judged, so that no spelling of a role gets past the judgement.
 */
export function decideMemberRoleChange(facts: RoleChangeFacts): string | RoleChangeRefusal {
  const { role, targetRole, owners, asked } = facts
  if (targetRole === null) return refuse('member_not_found')
  const roles = decideRoles(asked)
  if (typeof roles !== 'string') return roles
  if (!mayManage(role, 'update', [targetRole, roles])) return refuse('not_allowed_to_update_member')
  const isDismissed = isOwner(targetRole) && !isOwner(roles)
  return isDismissed && owners <= 1 ? refuse('only_owner') : roles
}

/** Owners are the business of owners. */
const mayManage = (
  role: string,
  action: 'update' | 'delete',
  concerned: readonly string[],
): boolean => mayIn(role, 'member', action) && (isOwner(role) || !concerned.some(isOwner))
