import { accept } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { decideTeamCreation } from '../rules/teams.ts'
import type { Membership } from '../store/members.ts'
import { countTeams, insertTeam, type TeamRow } from '../store/teams.ts'
import { enterLocked } from './enter.ts'
import type { OrganizationParts } from './parts.ts'
import { teamEvent } from './team-events.ts'

export async function createTeam(
  work: Work,
  { config }: OrganizationParts,
  by: Membership,
  name: string,
): Promise<TeamRow> {
  const { member } = await enterLocked(work, by, 'not_a_member_of_this_organization')
  const { organizationId } = by
  const teams = await countTeams(work.tx, organizationId)
  accept(decideTeamCreation({ role: member.role, teams, teamsMax: config.teams.limit }))
  const created = { organizationId, id: work.newId('team'), name }
  const times = { createdAt: work.now, updatedAt: work.now }
  const team = await insertTeam(work.tx, { ...created, ...times })
  work.record(teamEvent('team.created', team))
  return team
}
