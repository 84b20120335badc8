import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { accept, Problem, type Refusal } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { Work } from '../../../platform/work.ts'
import { mayIn } from '../rules/roles.ts'
import type { Membership } from '../store/members.ts'
import { deleteOrganizationRows, type OrganizationRow } from '../store/organizations.ts'
import { enterLocked } from './enter.ts'
import { organizationEvent } from './organization-events.ts'
import type { OrganizationParts } from './parts.ts'

export async function deleteOrganization(
  work: Work,
  { beforeOrganizationDeletion }: Pick<OrganizationParts, 'beforeOrganizationDeletion'>,
  by: Membership,
): Promise<OrganizationRow> {
  const { organization, member } = await enterLocked(work, by, 'user_is_not_a_member')
  if (!mayIn(member.role, 'organization', 'delete')) {
    throw new Problem('not_allowed_to_delete_organization')
  }
  accept(await reasonAgainst(work.tx, beforeOrganizationDeletion, organization.id))
  await removeOrganization(work, organization)
  return organization
}

/** What another domain has against the deletion of a locked organization. */
export async function reasonAgainst(
  tx: Transaction<Tables>,
  checks: OrganizationParts['beforeOrganizationDeletion'],
  id: Id<'organization'>,
): Promise<Refusal | null> {
  for (const check of checks) {
    const refusal = await check(tx, id)
    if (refusal !== null) return refusal
  }
  return null
}

/**
 * Deletes a locked organization with everything in it. That is one event, however large the
 * organization: its members, teams and invitations are gone with it.
 */
export async function removeOrganization(work: Work, organization: OrganizationRow): Promise<void> {
  await deleteOrganizationRows(work.tx, organization.id)
  const version = organization.version + 1
  work.record(organizationEvent('organization.deleted', { ...organization, version }))
}
