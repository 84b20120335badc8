import { accept } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { lockUser } from '../../identity/index.ts'
import { decideAddition } from '../rules/joining.ts'
import { countMembers, findMember, type MemberRow } from '../store/members.ts'
import { lockOrganization } from '../store/organizations.ts'
import { type Joining, join } from './join.ts'
import type { OrganizationParts } from './parts.ts'
import { teamWanted } from './team-wanted.ts'

/** For the application's own backend: nobody is asked. */
export async function addMember(
  work: Work,
  parts: OrganizationParts,
  joining: Joining,
): Promise<MemberRow> {
  const { organizationId, userId } = joining
  // Whoever is being deleted doesn't become a member meanwhile: the deletion holds this lock.
  const user = await lockUser(work.tx, userId)
  const organization = await lockOrganization(work.tx, organizationId)
  accept(
    decideAddition({
      isOrganizationThere: organization !== undefined,
      isUserThere: user !== undefined,
      isMember: (await findMember(work.tx, joining)) !== undefined,
      members: await countMembers(work.tx, organizationId),
      membersMax: parts.config.organizations.memberLimit,
      team: await teamWanted(work, parts, joining),
    }),
  )
  return join(work, joining)
}
