import type { Id } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { isOwner } from './roles.ts'

/** A membership of somebody who is about to be deleted. */
interface Held {
  readonly organizationId: Id<'organization'>
  readonly organizationName: string
  readonly role: string
  readonly hasOthers: boolean
  readonly hasOtherOwner: boolean
}

interface UserDeletionPlan {
  /** Organizations that are theirs alone go along. */
  readonly deletes: readonly Id<'organization'>[]
  /** Where others stay, only the membership ends. */
  readonly leaves: readonly Id<'organization'>[]
}

/** What becomes of a user's organizations; others are never left without an owner. */
export function decideUserDeletion(
  memberships: readonly Held[],
): UserDeletionPlan | Refusal<'sole_owner_of_an_organization'> {
  const orphaned = memberships.find(
    ({ role, hasOthers, hasOtherOwner }) => isOwner(role) && hasOthers && !hasOtherOwner,
  )
  if (orphaned !== undefined) {
    return refuse('sole_owner_of_an_organization', { organization: orphaned.organizationName })
  }
  const idsOf = (hasOthers: boolean) =>
    memberships
      .filter((held) => held.hasOthers === hasOthers)
      .map(({ organizationId }) => organizationId)
  return { deletes: idsOf(false), leaves: idsOf(true) }
}
