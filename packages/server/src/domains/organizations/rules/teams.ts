import type { Id } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { mayIn } from './roles.ts'

interface Creation {
  readonly role: string
  readonly teams: number
  readonly teamsMax: number | null
}

type CreationRefusal = Refusal<'not_allowed_to_create_teams' | 'teams_max_reached'>

export function decideTeamCreation({ role, teams, teamsMax }: Creation): CreationRefusal | null {
  if (!mayIn(role, 'team', 'create')) return refuse('not_allowed_to_create_teams')
  if (teamsMax !== null && teams >= teamsMax) return refuse('teams_max_reached')
  return null
}

interface Removal {
  readonly role: string
  /** The team of the caller. */
  readonly ownTeamId: Id<'team'> | null
  readonly teamId: Id<'team'>
  readonly exists: boolean
  readonly teams: number
  readonly mayRemoveLast: boolean
}

type RemovalRefusal = Refusal<
  | 'not_allowed_to_delete_team'
  | 'not_allowed_to_delete_teams'
  | 'team_not_found'
  | 'unable_to_remove_last_team'
>

/** Members can't remove their own team or, by default, the last one. */
export function decideTeamRemoval(removal: Removal): RemovalRefusal | null {
  const { role, ownTeamId, teamId, exists, teams, mayRemoveLast } = removal
  if (ownTeamId === teamId) return refuse('not_allowed_to_delete_team')
  if (!mayIn(role, 'team', 'delete')) return refuse('not_allowed_to_delete_teams')
  if (!exists) return refuse('team_not_found')
  if (teams <= 1 && !mayRemoveLast) return refuse('unable_to_remove_last_team')
  return null
}

interface Joining {
  /** Members of the team without the joining one. */
  readonly others: number
  readonly membersMax: number | null
}

export const decideTeamJoining = ({
  others,
  membersMax,
}: Joining): Refusal<'team_member_limit_reached'> | null =>
  membersMax !== null && others >= membersMax ? refuse('team_member_limit_reached') : null
