import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { accept, Problem, type Refusal } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { dueKinds } from '../../../platform/due/due-list.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { mayIn } from '../rules/roles.ts'
import type { Membership } from '../store/members.ts'
import { deleteOrganizationRows, type OrganizationRow } from '../store/organizations.ts'
import { authorizeMember } from './authorize-member.ts'
import type { OrganizationDeps } from './deps.ts'
import { organizationEvent } from './organization-events.ts'

export async function deleteOrganization(
  uow: UnitOfWork,
  { organizationDeletionBlockers }: Pick<OrganizationDeps, 'organizationDeletionBlockers'>,
  by: Membership,
): Promise<OrganizationRow> {
  const { organization, member } = await authorizeMember(uow, by, 'user_is_not_a_member')
  if (!mayIn(member.role, 'organization', 'delete')) {
    throw new Problem('not_allowed_to_delete_organization')
  }
  accept(await findDeletionRefusal(uow.tx, organizationDeletionBlockers, organization.id))
  await removeOrganization(uow, organization)
  return organization
}

/** The first refusal of another domain; the organization must be locked. */
export async function findDeletionRefusal(
  tx: Transaction<Tables>,
  checks: OrganizationDeps['organizationDeletionBlockers'],
  id: Id<'organization'>,
): Promise<Refusal | null> {
  for (const check of checks) {
    const refusal = await check(tx, id)
    if (refusal !== null) return refusal
  }
  return null
}

/**
 * Deletes a locked organization with everything in it, and records a single event: there are none
 * for its members, teams and invitations. A look at what it had to do removes the notes of it.
 */
export async function removeOrganization(
  uow: UnitOfWork,
  organization: OrganizationRow,
): Promise<void> {
  await deleteOrganizationRows(uow.tx, organization.id)
  uow.noteDue(organization.id, ...dueKinds)
  const version = organization.version + 1
  uow.record(organizationEvent('organization.deleted', { ...organization, version }))
}
