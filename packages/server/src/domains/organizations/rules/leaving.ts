import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { isOwner, mayManage } from './roles.ts'

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
  if (!isSelf && !mayManage(role, 'delete', [targetRole])) {
    return refuse('not_allowed_to_delete_member')
  }
  return isOwner(targetRole) && owners <= 1 ? refuse('only_owner') : null
}
