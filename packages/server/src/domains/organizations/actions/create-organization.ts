import type { Id } from '@guildhall/contract/primitives'
import type { RefusalCode } from '@guildhall/contract/refusals'
import type { Insertable } from 'kysely'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { OrganizationTable } from '../../../platform/database/db-types.gen.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { isOperator } from '../../identity/rules/administration/admin-permissions.ts'
import { decideCreation } from '../rules/creation.ts'
import type { MemberRow } from '../store/members.ts'
import { insertNewOrganization } from '../store/new-organization.ts'
import { countUserMemberships, lockCreator } from '../store/organization-limits.ts'
import type { OrganizationRow } from '../store/organizations.ts'
import type { OrganizationDeps } from './deps.ts'
import { memberEvent, organizationEvent, teamEvent } from './organization-events.ts'

export interface Creation {
  readonly by: 'user' | 'server'
  /** The user who becomes the first member. */
  readonly userId: Id<'user'>
  /** How a missing user is refused. */
  readonly userRefusal: RefusalCode
  /** The session in which the organization becomes active. */
  readonly sessionId: Id<'session'> | null
  readonly organization: Omit<Insertable<OrganizationTable>, 'id' | 'createdAt'>
}

export interface CreatedOrganization {
  readonly organization: OrganizationRow
  readonly member: MemberRow
}

export async function createOrganization(
  uow: UnitOfWork,
  deps: Pick<OrganizationDeps, 'config'>,
  creation: Creation,
): Promise<CreatedOrganization> {
  await authorizeCreator(uow, deps, creation)
  const { organizations, teams } = deps.config
  const member = {
    id: uow.newId('member'),
    userId: creation.userId,
    role: organizations.creatorRole,
    teamId: teams.enabled ? uow.newId('team') : null,
  }
  const organization = await insertNewOrganization(uow.tx, {
    organization: { ...creation.organization, id: uow.newId('organization'), createdAt: uow.now },
    member,
    sessionId: creation.sessionId,
  })
  if (organization === undefined) throw new Problem('organization_already_exists')
  const created = {
    organization,
    member: { ...member, organizationId: organization.id, createdAt: uow.now, version: 1 },
  }
  recordCreation(uow, created)
  return created
}

/** Locks the user, so that parallel creations can't exceed the limit. */
async function authorizeCreator(
  { tx }: UnitOfWork,
  { config: { organizations } }: Pick<OrganizationDeps, 'config'>,
  { by, userId, userRefusal }: Creation,
): Promise<void> {
  const creator = await lockCreator(tx, userId)
  if (creator === undefined) throw new Problem(userRefusal)
  const organizationsMax = creator.organizationsMax ?? organizations.limit
  accept(
    decideCreation({
      by,
      allowedTo: organizations.create,
      isOperator: isOperator(creator.role),
      memberships: organizationsMax === null ? 0 : await countUserMemberships(tx, userId),
      organizationsMax,
    }),
  )
}

function recordCreation(uow: UnitOfWork, { organization, member }: CreatedOrganization): void {
  const { id: organizationId, name, createdAt } = organization
  uow.record(organizationEvent('organization.created', organization))
  if (member.teamId !== null) {
    const team = { organizationId, id: member.teamId, name, createdAt, updatedAt: null, version: 1 }
    uow.record(teamEvent('team.created', team))
  }
  uow.record(memberEvent('member.created', member))
}
