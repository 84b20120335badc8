import type { Id } from '@guildhall/contract/primitives'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { SignedIn } from '../../identity/actions/signed-in.ts'
import { resolveActiveOrganization } from '../rules/resolve-organization.ts'
import {
  activateOrganization,
  activateTeam,
  deactivateOrganization,
} from '../store/active-organization.ts'
import { findTeam, type TeamRow } from '../store/teams.ts'
import { authorizeMember } from './authorize-member.ts'

/** A refused change leaves the active organization as it is. */
export async function setActiveOrganization(
  { tx }: UnitOfWork,
  { session, user }: SignedIn,
  organizationId: Id<'organization'> | null,
): Promise<void> {
  if (organizationId === null) return deactivateOrganization(tx, session.id)
  const activation = { sessionId: session.id, userId: user.id, organizationId }
  if (!(await activateOrganization(tx, activation))) {
    throw new Problem('user_is_not_a_member_to_enter')
  }
}

/** Null for no team; undefined keeps the session's active team and answers it. */
export async function setActiveTeam(
  uow: UnitOfWork,
  { session, user }: SignedIn,
  teamId: Id<'team'> | null | undefined,
): Promise<TeamRow | null> {
  const organizationId = accept(resolveActiveOrganization(undefined, session.activeOrganizationId))
  const by = { organizationId, userId: user.id }
  const { member } = await authorizeMember(uow, by, 'not_a_member_of_this_organization')
  const chosen = teamId === undefined ? session.activeTeamId : teamId
  const team = chosen === null ? null : await findTeam(uow.tx, { organizationId, teamId: chosen })
  if (team === undefined) throw new Problem('team_not_found')
  if (team !== null && member.teamId !== team.id) throw new Problem('user_is_not_in_this_team')
  const activation = { sessionId: session.id, organizationId, teamId: team?.id ?? null }
  if (!(await activateTeam(uow.tx, activation))) throw new Problem('no_active_organization')
  return team
}
