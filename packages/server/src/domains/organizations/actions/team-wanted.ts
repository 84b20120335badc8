import type { Id } from '@guildhall/contract/primitives'
import type { Work } from '../../../platform/work.ts'
import type { TeamFacts } from '../rules/joining.ts'
import { countTeamMembers, findTeam } from '../store/teams.ts'
import type { OrganizationParts } from './parts.ts'

interface TeamWanted {
  readonly organizationId: Id<'organization'>
  readonly teamId: Id<'team'> | null
}

/** What has to be known of the team that somebody is to come into; null where none is named. */
export async function teamWanted(
  { tx }: Work,
  { config: { teams } }: OrganizationParts,
  { organizationId, teamId }: TeamWanted,
): Promise<TeamFacts | null> {
  if (teamId === null) return null
  const key = { organizationId, teamId }
  return {
    isEnabled: teams.enabled,
    isThere: (await findTeam(tx, key)) !== undefined,
    members: await countTeamMembers(tx, key),
    membersMax: teams.memberLimit,
  }
}
