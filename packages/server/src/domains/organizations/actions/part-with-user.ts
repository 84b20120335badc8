import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { accept, isRefused, type Refusal } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { Work } from '../../../platform/work.ts'
import type { UserDeletionPart } from '../../identity/index.ts'
import { decideUserDeletion } from '../rules/user-deletion.ts'
import { lockOrganizationsOf } from '../store/organizations.ts'
import { deleteMembershipsOf, userMemberships } from '../store/user-memberships.ts'
import { reasonAgainst, removeOrganization } from './delete-organization.ts'
import { memberEvent } from './member-events.ts'
import type { OrganizationParts } from './parts.ts'

/** What the deletion of a user means for the organizations that they are a member of. */
export const partWithUser = (
  checks: OrganizationParts['beforeOrganizationDeletion'],
): UserDeletionPart => ({
  refuses: (tx, userId) => refusalOf(tx, checks, userId),
  carryOut: (work, userId) => carryOut(work, userId),
})

async function refusalOf(
  tx: Transaction<Tables>,
  checks: OrganizationParts['beforeOrganizationDeletion'],
  userId: Id<'user'>,
): Promise<Refusal | null> {
  await lockOrganizationsOf(tx, userId)
  const plan = decideUserDeletion(await userMemberships(tx, userId))
  if (isRefused(plan)) return plan
  for (const organizationId of plan.deletes) {
    const reason = await reasonAgainst(tx, checks, organizationId)
    if (reason !== null) return reason
  }
  return null
}

/** The locks taken when it was asked for refusals hold, so that the plan is the same again. */
async function carryOut(work: Work, userId: Id<'user'>): Promise<void> {
  const organizations = await lockOrganizationsOf(work.tx, userId)
  const { deletes, leaves } = accept(decideUserDeletion(await userMemberships(work.tx, userId)))
  for (const member of await deleteMembershipsOf(work.tx, userId, leaves)) {
    work.record(memberEvent('member.deleted', { ...member, version: member.version + 1 }))
  }
  for (const organization of organizations) {
    if (deletes.includes(organization.id)) await removeOrganization(work, organization)
  }
}
