import type { Id } from '@guildhall/contract/primitives'
import type { RefusalCode } from '@guildhall/contract/refusals'
import type { Insertable } from 'kysely'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { OrganizationTable } from '../../../platform/database/db-types.gen.ts'
import type { Work } from '../../../platform/work.ts'
import { isOperator } from '../../identity/index.ts'
import { decideCreation } from '../rules/creation.ts'
import { countMembershipsOf, lockCreator } from '../store/allowances.ts'
import type { MemberRow } from '../store/members.ts'
import { insertNewOrganization } from '../store/new-organization.ts'
import type { OrganizationRow } from '../store/organizations.ts'
import { memberEvent } from './member-events.ts'
import { organizationEvent } from './organization-events.ts'
import type { OrganizationParts } from './parts.ts'
import { teamEvent } from './team-events.ts'

export interface Creation {
  readonly by: 'user' | 'server'
  /** Who becomes its first member. */
  readonly userId: Id<'user'>
  /** How it is refused where there is no such user, or not any more. */
  readonly ifNobody: RefusalCode
  /** Where it becomes the active one. */
  readonly sessionId: Id<'session'> | null
  readonly organization: Omit<Insertable<OrganizationTable>, 'id' | 'createdAt'>
}

export interface CreatedOrganization {
  readonly organization: OrganizationRow
  readonly member: MemberRow
}

export async function createOrganization(
  work: Work,
  parts: Pick<OrganizationParts, 'config'>,
  creation: Creation,
): Promise<CreatedOrganization> {
  await admitCreator(work, parts, creation)
  const { organizations, teams } = parts.config
  const member = {
    id: work.newId('member'),
    userId: creation.userId,
    role: organizations.creatorRole,
    teamId: teams.enabled ? work.newId('team') : null,
  }
  const organization = await insertNewOrganization(work.tx, {
    organization: { ...creation.organization, id: work.newId('organization'), createdAt: work.now },
    member,
    sessionId: creation.sessionId,
  })
  if (organization === undefined) throw new Problem('organization_already_exists')
  const created = {
    organization,
    member: { ...member, organizationId: organization.id, createdAt: work.now, version: 1 },
  }
  recordCreation(work, created)
  return created
}

/** Under the lock of the user's row, so that of many creations at once none exceeds the limit. */
async function admitCreator(
  { tx }: Work,
  { config: { organizations } }: Pick<OrganizationParts, 'config'>,
  { by, userId, ifNobody }: Creation,
): Promise<void> {
  const creator = await lockCreator(tx, userId)
  if (creator === undefined) throw new Problem(ifNobody)
  const organizationsMax = creator.organizationsMax ?? organizations.limit
  accept(
    decideCreation({
      by,
      allowedTo: organizations.create,
      isOperator: isOperator(creator.role),
      memberships: organizationsMax === null ? 0 : await countMembershipsOf(tx, userId),
      organizationsMax,
    }),
  )
}

function recordCreation(work: Work, { organization, member }: CreatedOrganization): void {
  const { id: organizationId, name, createdAt } = organization
  work.record(organizationEvent('organization.created', organization))
  if (member.teamId !== null) {
    const team = { organizationId, id: member.teamId, name, createdAt, updatedAt: null, version: 1 }
    work.record(teamEvent('team.created', team))
  }
  work.record(memberEvent('member.created', member))
}
