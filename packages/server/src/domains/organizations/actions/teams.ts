import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { mayIn } from '../rules/roles.ts'
import { decideTeamCreation, decideTeamJoining, decideTeamRemoval } from '../rules/teams.ts'
import {
  findMember,
  findMemberWithPerson,
  type MemberRow,
  type Membership,
  type MemberWithPerson,
} from '../store/members.ts'
import {
  countTeamMembers,
  countTeams,
  deleteTeam,
  findTeam,
  insertTeam,
  moveToTeam,
  saveTeamName,
  type TeamRow,
} from '../store/teams.ts'
import { authorizeMember } from './authorize-member.ts'
import type { OrganizationDeps } from './deps.ts'
import { memberEvent, teamEvent } from './organization-events.ts'

export async function createTeam(
  uow: UnitOfWork,
  { config }: OrganizationDeps,
  by: Membership,
  name: string,
): Promise<TeamRow> {
  const { member } = await authorizeMember(uow, by, 'not_a_member_of_this_organization')
  const { organizationId } = by
  const teams = await countTeams(uow.tx, organizationId)
  accept(decideTeamCreation({ role: member.role, teams, teamsMax: config.teams.limit }))
  const created = { organizationId, id: uow.newId('team'), name }
  const times = { createdAt: uow.now, updatedAt: uow.now }
  const team = await insertTeam(uow.tx, { ...created, ...times })
  uow.record(teamEvent('team.created', team))
  return team
}

interface TeamUpdate {
  readonly teamId: Id<'team'>
  readonly name: string | undefined
}

/** An absent or unchanged name records no event. */
export async function updateTeam(
  uow: UnitOfWork,
  by: Membership,
  { teamId, name }: TeamUpdate,
): Promise<TeamRow> {
  const { member } = await authorizeMember(uow, by, 'not_a_member_of_this_organization')
  if (!mayIn(member.role, 'team', 'update')) throw new Problem('not_allowed_to_update_team')
  const key = { organizationId: by.organizationId, teamId }
  const team = await findTeam(uow.tx, key)
  if (team === undefined) throw new Problem('team_not_found')
  if (name === undefined || name === team.name) return team
  const renamed = await saveTeamName(uow.tx, key, name, uow.now)
  uow.record(teamEvent('team.updated', renamed))
  return renamed
}

export async function removeTeam(
  uow: UnitOfWork,
  { config }: OrganizationDeps,
  by: Membership,
  teamId: Id<'team'>,
): Promise<void> {
  const { member } = await authorizeMember(uow, by, 'not_allowed_to_delete_team')
  const key = { organizationId: by.organizationId, teamId }
  const team = await findTeam(uow.tx, key)
  accept(
    decideTeamRemoval({
      role: member.role,
      ownTeamId: member.teamId,
      teamId,
      exists: team !== undefined,
      teams: await countTeams(uow.tx, by.organizationId),
      mayRemoveLast: config.teams.removeLast,
    }),
  )
  assert(team !== undefined, 'a removal is accepted for existing teams only')
  await deleteTeam(uow.tx, key)
  uow.record(teamEvent('team.deleted', { ...team, version: team.version + 1 }))
}

interface TeamMember {
  readonly teamId: Id<'team'>
  readonly userId: Id<'user'>
}

/** A member is in one team at most, so this also removes them from their former team. */
export async function addTeamMember(
  uow: UnitOfWork,
  { config }: OrganizationDeps,
  by: Membership,
  added: TeamMember,
): Promise<MemberWithPerson> {
  const target = await authorizeTeamChange(uow, by, added)
  if (target.teamId !== added.teamId) {
    const others = await countTeamMembers(uow.tx, { ...by, ...added })
    accept(decideTeamJoining({ others, membersMax: config.teams.memberLimit }))
    await move(uow, target, added.teamId)
  }
  const member = await findMemberWithPerson(uow.tx, target)
  assert(member !== undefined, 'a member stays one under the lock of the organization')
  return member
}

export async function removeTeamMember(
  uow: UnitOfWork,
  by: Membership,
  removed: TeamMember,
): Promise<void> {
  const target = await authorizeTeamChange(uow, by, removed)
  if (target.teamId !== removed.teamId) throw new Problem('user_is_not_in_this_team')
  await move(uow, target, null)
}

/** Answers the member whose team the caller is about to change. */
async function authorizeTeamChange(
  uow: UnitOfWork,
  by: Membership,
  { teamId, userId }: TeamMember,
): Promise<MemberRow> {
  const { organizationId } = by
  const { member } = await authorizeMember(uow, by, 'not_a_member_of_this_organization')
  if (!mayIn(member.role, 'member', 'update')) throw new Problem('not_allowed_to_update_member')
  const team = await findTeam(uow.tx, { organizationId, teamId })
  if (team === undefined) throw new Problem('team_not_found')
  const target = await findMember(uow.tx, { organizationId, userId })
  if (target === undefined) throw new Problem('member_not_found')
  return target
}

async function move(uow: UnitOfWork, target: MemberRow, teamId: Id<'team'> | null): Promise<void> {
  uow.record(memberEvent('member.updated', await moveToTeam(uow.tx, target, teamId)))
}
