import type { Id } from '@guildhall/contract/primitives'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import type { SignedIn } from '../../identity/index.ts'
import { decideOrganization } from '../rules/organization-meant.ts'
import { activateTeam } from '../store/active-organization.ts'
import { findTeam, type TeamRow } from '../store/teams.ts'
import { enterLocked } from './enter.ts'

/** One's own team in the active organization; null for none, undefined asks for the present one. */
export async function setActiveTeam(
  work: Work,
  { session, user }: SignedIn,
  teamId: Id<'team'> | null | undefined,
): Promise<TeamRow | null> {
  const organizationId = accept(decideOrganization(undefined, session.activeOrganizationId))
  const by = { organizationId, userId: user.id }
  const { member } = await enterLocked(work, by, 'not_a_member_of_this_organization')
  const chosen = teamId === undefined ? session.activeTeamId : teamId
  const team = chosen === null ? null : await findTeam(work.tx, { organizationId, teamId: chosen })
  if (team === undefined) throw new Problem('team_not_found')
  if (team !== null && member.teamId !== team.id) throw new Problem('user_is_not_in_this_team')
  const activation = { sessionId: session.id, organizationId, teamId: team?.id ?? null }
  if (!(await activateTeam(work.tx, activation))) throw new Problem('no_active_organization')
  return team
}
