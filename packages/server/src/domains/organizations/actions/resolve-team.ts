import type { Id } from '@guildhall/contract/primitives'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { TeamFacts } from '../rules/joining.ts'
import { countTeamMembers, findTeam } from '../store/teams.ts'
import type { OrganizationDeps } from './deps.ts'

interface RequestedTeam {
  readonly organizationId: Id<'organization'>
  readonly teamId: Id<'team'> | null
}

/** What the rules need to know about the team that a new member is to join; null for no team. */
export async function resolveTeam(
  { tx }: UnitOfWork,
  { config: { teams } }: OrganizationDeps,
  { organizationId, teamId }: RequestedTeam,
): Promise<TeamFacts | null> {
  if (teamId === null) return null
  const key = { organizationId, teamId }
  return {
    isEnabled: teams.enabled,
    exists: (await findTeam(tx, key)) !== undefined,
    members: await countTeamMembers(tx, key),
    membersMax: teams.memberLimit,
  }
}
