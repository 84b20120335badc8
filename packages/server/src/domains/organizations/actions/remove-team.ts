import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { decideTeamRemoval } from '../rules/teams.ts'
import type { Membership } from '../store/members.ts'
import { countTeams, deleteTeam, findTeam } from '../store/teams.ts'
import { enterLocked } from './enter.ts'
import type { OrganizationParts } from './parts.ts'
import { teamEvent } from './team-events.ts'

export async function removeTeam(
  work: Work,
  { config }: OrganizationParts,
  by: Membership,
  teamId: Id<'team'>,
): Promise<void> {
  const { member } = await enterLocked(work, by, 'not_allowed_to_delete_team')
  const key = { organizationId: by.organizationId, teamId }
  const team = await findTeam(work.tx, key)
  accept(
    decideTeamRemoval({
      role: member.role,
      ownTeamId: member.teamId,
      teamId,
      isThere: team !== undefined,
      teams: await countTeams(work.tx, by.organizationId),
      mayRemoveLast: config.teams.removeLast,
    }),
  )
  assert(team !== undefined, 'what may be removed is there')
  await deleteTeam(work.tx, key)
  work.record(teamEvent('team.deleted', { ...team, version: team.version + 1 }))
}
