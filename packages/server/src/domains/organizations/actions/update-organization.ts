import type { BodyOf } from '@guildhall/contract/operation'
import type { updateOrganization as contract } from '@guildhall/contract/organizations/organizations'
import { Problem } from '../../../kernel/refusal.ts'
import { violatedConstraint } from '../../../platform/database/failures.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { mayIn } from '../rules/roles.ts'
import type { Membership } from '../store/members.ts'
import {
  type OrganizationChanges,
  type OrganizationRow,
  saveOrganizationRow,
} from '../store/organizations.ts'
import { authorizeMember } from './authorize-member.ts'
import { organizationEvent } from './organization-events.ts'

type OrganizationUpdate = BodyOf<typeof contract>['data']

/** An update through the account API. */
export async function updateOrganization(
  uow: UnitOfWork,
  by: Membership,
  update: OrganizationUpdate,
): Promise<OrganizationRow> {
  return saveOrganization(uow, await authorizeUpdate(uow, by), changesIn(update))
}

/** Locks the organization. */
export async function authorizeUpdate(uow: UnitOfWork, by: Membership): Promise<OrganizationRow> {
  const { organization, member } = await authorizeMember(uow, by, 'user_is_not_a_member')
  if (!mayIn(member.role, 'organization', 'update')) {
    throw new Problem('not_allowed_to_update_organization')
  }
  return organization
}

/** An empty logo is stored as null. */
const changesIn = ({ name, slug, logo, metadata }: OrganizationUpdate): OrganizationChanges => ({
  ...(name !== undefined && { name }),
  ...(slug !== undefined && { slug }),
  ...(logo !== undefined && { avatarUrl: logo || null }),
  ...(metadata !== undefined && { metadata: metadata === null ? null : jsonText(metadata) }),
})

/** The organization must be locked. An empty change records no event. */
export async function saveOrganization(
  uow: UnitOfWork,
  organization: OrganizationRow,
  changes: OrganizationChanges,
): Promise<OrganizationRow> {
  if (Object.keys(changes).length === 0) return organization
  const saved = await saveOrganizationRow(uow.tx, organization.id, changes, uow.now).catch(
    (error: unknown) => {
      const isTaken = violatedConstraint(error) === 'organization_slug'
      throw isTaken ? new Problem('organization_already_exists') : error
    },
  )
  uow.record(organizationEvent('organization.updated', saved))
  return saved
}
