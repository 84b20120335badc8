import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { mayIn } from '../rules/roles.ts'
import { decideTeamJoining } from '../rules/teams.ts'
import {
  findMember,
  findMemberWithPerson,
  type MemberRow,
  type Membership,
  type MemberWithPerson,
} from '../store/members.ts'
import { countTeamMembers, findTeam, moveToTeam } from '../store/teams.ts'
import { enterLocked } from './enter.ts'
import { memberEvent } from './member-events.ts'
import type { OrganizationParts } from './parts.ts'

interface TeamMembership {
  readonly teamId: Id<'team'>
  readonly userId: Id<'user'>
}

/** Puts a member into a team, and out of the one they were in. */
export async function joinTeam(
  work: Work,
  { config }: OrganizationParts,
  by: Membership,
  asked: TeamMembership,
): Promise<MemberWithPerson> {
  const target = await enterTeam(work, by, asked)
  if (target.teamId !== asked.teamId) {
    const others = await countTeamMembers(work.tx, { ...by, ...asked })
    accept(decideTeamJoining({ others, membersMax: config.teams.memberLimit }))
    await move(work, target, asked.teamId)
  }
  const joined = await findMemberWithPerson(work.tx, target)
  assert(joined !== undefined, 'a member stays one under the lock of the organization')
  return joined
}

export async function leaveTeam(work: Work, by: Membership, asked: TeamMembership): Promise<void> {
  const target = await enterTeam(work, by, asked)
  if (target.teamId !== asked.teamId) throw new Problem('user_is_not_in_this_team')
  await move(work, target, null)
}

/** The member whose team is about to change, by one who may change it. */
async function enterTeam(
  work: Work,
  by: Membership,
  { teamId, userId }: TeamMembership,
): Promise<MemberRow> {
  const { organizationId } = by
  const { member } = await enterLocked(work, by, 'not_a_member_of_this_organization')
  if (!mayIn(member.role, 'member', 'update')) throw new Problem('not_allowed_to_update_member')
  const team = await findTeam(work.tx, { organizationId, teamId })
  if (team === undefined) throw new Problem('team_not_found')
  const target = await findMember(work.tx, { organizationId, userId })
  if (target === undefined) throw new Problem('member_not_found')
  return target
}

async function move(work: Work, target: MemberRow, teamId: Id<'team'> | null): Promise<void> {
  work.record(memberEvent('member.updated', await moveToTeam(work.tx, target, teamId)))
}
