import type { Id } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { isOwner } from './roles.ts'

/** A membership of the user to be deleted. */
interface Membership {
  readonly organizationId: Id<'organization'>
  readonly organizationName: string
  readonly role: string
  readonly hasOthers: boolean
  readonly hasOtherOwner: boolean
}

interface UserDeletionPlan {
  /** Organizations without other members are deleted too. */
  readonly deletes: readonly Id<'organization'>[]
  /** In the other organizations only the membership ends. */
  readonly leaves: readonly Id<'organization'>[]
}

/** Refuses if other members would be left without an owner. */
export function decideUserDeletion(
  memberships: readonly Membership[],
): UserDeletionPlan | Refusal<'sole_owner_of_an_organization'> {
  const orphaned = memberships.find(
    ({ role, hasOthers, hasOtherOwner }) => isOwner(role) && hasOthers && !hasOtherOwner,
  )
  if (orphaned !== undefined) {
    return refuse('sole_owner_of_an_organization', { organization: orphaned.organizationName })
  }
  const idsOf = (hasOthers: boolean) =>
    memberships
      .filter((membership) => membership.hasOthers === hasOthers)
      .map(({ organizationId }) => organizationId)
  return { deletes: idsOf(false), leaves: idsOf(true) }
}
