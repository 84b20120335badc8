import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { mayIn } from '../rules/roles.ts'
import type { Membership } from '../store/members.ts'
import { findTeam, renameTeam as saveName, type TeamRow } from '../store/teams.ts'
import { enterLocked } from './enter.ts'
import { teamEvent } from './team-events.ts'

interface Renaming {
  readonly teamId: Id<'team'>
  readonly name: string | undefined
}

/** A name that is the same, or none, changes nothing. */
export async function renameTeam(
  work: Work,
  by: Membership,
  { teamId, name }: Renaming,
): Promise<TeamRow> {
  const { member } = await enterLocked(work, by, 'not_a_member_of_this_organization')
  if (!mayIn(member.role, 'team', 'update')) throw new Problem('not_allowed_to_update_team')
  const key = { organizationId: by.organizationId, teamId }
  const team = await findTeam(work.tx, key)
  if (team === undefined) throw new Problem('team_not_found')
  if (name === undefined || name === team.name) return team
  const renamed = await saveName(work.tx, key, name, work.now)
  work.record(teamEvent('team.updated', renamed))
  return renamed
}
