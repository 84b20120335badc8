import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { decideTeamJoining } from './teams.ts'

export interface TeamFacts {
  readonly isEnabled: boolean
  /** Whether the organization has such a team. */
  readonly exists: boolean
  readonly members: number
  readonly membersMax: number | null
}

type TeamRefusal = Refusal<'teams_are_not_enabled' | 'team_not_found' | 'team_member_limit_reached'>

/** Whether a new member may join the requested team; null for no team. */
export function decideTeam(team: TeamFacts | null): TeamRefusal | null {
  if (team === null) return null
  if (!team.isEnabled) return refuse('teams_are_not_enabled')
  if (!team.exists) return refuse('team_not_found')
  return decideTeamJoining({ others: team.members, membersMax: team.membersMax })
}

export interface SeatFacts {
  readonly members: number
  readonly membersMax: number
}

export const decideSeat = ({
  members,
  membersMax,
}: SeatFacts): Refusal<'membership_limit_reached'> | null =>
  members >= membersMax ? refuse('membership_limit_reached') : null

interface AdditionFacts extends SeatFacts {
  readonly organizationExists: boolean
  readonly userExists: boolean
  readonly isMember: boolean
  readonly team: TeamFacts | null
}

type AdditionRefusal =
  | Refusal<'organization_not_found' | 'user_to_add_not_found' | 'user_is_already_a_member'>
  | ReturnType<typeof decideTeam>
  | ReturnType<typeof decideSeat>

/** Whether the application's own backend may add this user without an invitation. */
export function decideAddition(facts: AdditionFacts): AdditionRefusal {
  if (!facts.organizationExists) return refuse('organization_not_found')
  if (!facts.userExists) return refuse('user_to_add_not_found')
  if (facts.isMember) return refuse('user_is_already_a_member')
  return decideTeam(facts.team) ?? decideSeat(facts)
}
