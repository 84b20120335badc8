import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { losesLastOwner } from './last-owner.ts'
import { decideRoles, isOwner, mayIn } from './roles.ts'

interface RemovalFacts {
  /** The role of the caller. */
  readonly role: string
  readonly isSelf: boolean
  /** Null if the organization has no such member. */
  readonly targetRole: string | null
  readonly owners: number
}

type RemovalRefusal = Refusal<'member_not_found' | 'not_allowed_to_delete_member' | 'only_owner'>

/** Anyone may leave and only owners remove owners, but the last owner stays. */
export function decideMemberRemoval(facts: RemovalFacts): RemovalRefusal | null {
  const { role, isSelf, targetRole, owners } = facts
  if (targetRole === null) return refuse('member_not_found')
  if (!isSelf) {
    if (isOwner(targetRole) && !isOwner(role)) return refuse('only_owner')
    if (!mayIn(role, 'member', 'delete')) return refuse('not_allowed_to_delete_member')
  }
  return losesLastOwner({ before: targetRole, after: null, owners }) ? refuse('only_owner') : null
}

interface RoleChangeFacts {
  /** The role of the caller. */
  readonly role: string
  readonly targetRole: string | null
  readonly owners: number
  /** The requested roles as they were sent. */
  readonly requested: string | readonly string[]
  /** Whether the caller signed in recently. */
  readonly isFresh: boolean
}

type RoleChangeRefusal = Refusal<
  | 'member_not_found'
  | 'role_not_found'
  | 'not_allowed_to_update_member'
  | 'session_is_not_fresh'
  | 'only_owner'
>

/**
 * Answers the new roles in stored form. Callers changing their own roles get no exception. The
 * request is normalized before it is checked, so no spelling of a role bypasses the check. An owner
 * can remove all others, so an unattended browser must not make one.
 */
export function decideMemberRoleChange(facts: RoleChangeFacts): string | RoleChangeRefusal {
  const { role, targetRole, owners, requested, isFresh } = facts
  if (targetRole === null) return refuse('member_not_found')
  const roles = decideRoles(requested)
  if (typeof roles !== 'string') return roles
  const concernsOwners = isOwner(targetRole) || isOwner(roles)
  if (!mayIn(role, 'member', 'update') || (concernsOwners && !isOwner(role))) {
    return refuse('not_allowed_to_update_member')
  }
  const makesOwner = isOwner(roles) && !isOwner(targetRole)
  if (makesOwner && !isFresh) return refuse('session_is_not_fresh')
  return losesLastOwner({ before: targetRole, after: roles, owners }) ? refuse('only_owner') : roles
}
