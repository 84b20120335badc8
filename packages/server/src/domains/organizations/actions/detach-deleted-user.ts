import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { accept, isRefused, type Refusal } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { UserDeletionHook } from '../../../platform/hooks.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { lockUser } from '../../identity/store/users/users.ts'
import { decideUserDeletion } from '../rules/user-deletion.ts'
import { lockUserOrganizations } from '../store/organizations.ts'
import { deleteMemberships, listUserMemberships } from '../store/user-memberships.ts'
import { findDeletionRefusal, removeOrganization } from './delete-organization.ts'
import type { OrganizationDeps } from './deps.ts'
import { notifyTokensLeft } from './notify-token-managers.ts'
import { memberEvent } from './organization-events.ts'

/** Ends the memberships of a deleted user, and deletes organizations that have no other member. */
export const detachDeletedUser = (deps: OrganizationDeps): UserDeletionHook => ({
  refuses: (tx, userId) => refusalOf(tx, deps.organizationDeletionBlockers, userId),
  carryOut: (uow, userId) => carryOut(uow, deps, userId),
})

async function refusalOf(
  tx: Transaction<Tables>,
  checks: OrganizationDeps['organizationDeletionBlockers'],
  userId: Id<'user'>,
): Promise<Refusal | null> {
  await lockUserOrganizations(tx, userId)
  const plan = decideUserDeletion(await listUserMemberships(tx, userId))
  if (isRefused(plan)) return plan
  for (const organizationId of plan.deletes) {
    const refusal = await findDeletionRefusal(tx, checks, organizationId)
    if (refusal !== null) return refusal
  }
  return null
}

/** The locks of the check are still held, so the plan is the same. */
async function carryOut(
  uow: UnitOfWork,
  deps: OrganizationDeps,
  userId: Id<'user'>,
): Promise<void> {
  const user = await lockUser(uow.tx, userId)
  assert(user !== undefined, 'the check has locked the user')
  const organizations = await lockUserOrganizations(uow.tx, userId)
  const { deletes, leaves } = accept(decideUserDeletion(await listUserMemberships(uow.tx, userId)))
  for (const member of await deleteMemberships(uow.tx, userId, leaves)) {
    uow.record(memberEvent('member.deleted', { ...member, version: member.version + 1 }))
    await notifyTokensLeft(uow, deps, member, user)
  }
  for (const organization of organizations) {
    if (deletes.includes(organization.id)) await removeOrganization(uow, organization)
  }
}
