import type { BodyOf } from '@guildhall/contract/endpoint'
import type { updateOrganization as contract } from '@guildhall/contract/organizations/organizations'
import { Problem } from '../../../kernel/refusal.ts'
import { violatedConstraint } from '../../../platform/database/failures.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import { mayIn } from '../rules/roles.ts'
import type { Membership } from '../store/members.ts'
import {
  type OrganizationChanges,
  type OrganizationRow,
  updateOrganization,
} from '../store/organizations.ts'
import { enterLocked } from './enter.ts'
import { organizationEvent } from './organization-events.ts'

type Wish = BodyOf<typeof contract>['data']

/** Changes what the account wire shows of an organization. */
export async function changeOrganization(
  work: Work,
  by: Membership,
  wish: Wish,
): Promise<OrganizationRow> {
  const { organization, member } = await enterLocked(work, by, 'user_is_not_a_member')
  if (!mayIn(member.role, 'organization', 'update')) {
    throw new Problem('not_allowed_to_update_organization')
  }
  return saveOrganization(work, organization, changesIn(wish))
}

/** An empty logo is none, as is null. */
const changesIn = ({ name, slug, logo, metadata }: Wish): OrganizationChanges => ({
  ...(name !== undefined && { name }),
  ...(slug !== undefined && { slug }),
  ...(logo !== undefined && { avatarUrl: logo || null }),
  ...(metadata !== undefined && { metadata: metadata === null ? null : jsonText(metadata) }),
})

/** Saves changes of a locked organization; without any it stays as it is, and nothing happened. */
export async function saveOrganization(
  work: Work,
  organization: OrganizationRow,
  changes: OrganizationChanges,
): Promise<OrganizationRow> {
  if (Object.keys(changes).length === 0) return organization
  const saved = await updateOrganization(work.tx, organization.id, changes, work.now).catch(
    (error: unknown) => {
      const isTaken = violatedConstraint(error) === 'organization_slug'
      throw isTaken ? new Problem('organization_already_exists') : error
    },
  )
  work.record(organizationEvent('organization.updated', saved))
  return saved
}
