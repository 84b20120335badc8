import * as contract from '@guildhall/contract/organizations/members'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { work } from '../../../platform/work.ts'
import { addMember } from '../actions/add-member.ts'
import type { OrganizationParts } from '../actions/parts.ts'
import { presentMember, presentMemberWithUser } from '../actions/present.ts'
import { leaveOrganization, removeMember } from '../actions/remove-member.ts'
import { updateMemberRole } from '../actions/update-member-role.ts'
import { decideRoles } from '../rules/roles.ts'
import {
  findMember,
  findMemberWithPerson,
  type MemberRow,
  searchMembersWithPerson,
} from '../store/members.ts'
import { giveActive, type SessionCall } from './give-active.ts'
import { membershipMeant } from './membership-meant.ts'

export const memberRoutes = (parts: OrganizationParts): readonly EndpointRoute[] => [
  activeRoute(parts),
  listRoute(parts),
  addRoute(parts),
  removeRoute(parts),
  updateRoleRoute(parts),
  leaveRoute(parts),
]

const activeRoute = ({ workshop }: OrganizationParts) =>
  serve(contract.getActiveMember, async ({ caller }) => {
    const { kysely } = workshop.database
    const member = await findMemberWithPerson(kysely, membershipMeant(caller, {}))
    if (member === undefined) throw new Problem('no_active_organization')
    return presentMemberWithUser(member)
  })

const listRoute = ({ workshop }: OrganizationParts) =>
  serve(contract.listMembers, async ({ caller, query }) => {
    const { limit = contract.memberPageDefault, offset = 0, search = '' } = query
    const { kysely } = workshop.database
    const membership = membershipMeant(caller, query)
    if ((await findMember(kysely, membership)) === undefined) {
      throw new Problem('not_a_member_of_this_organization')
    }
    const listing = { limit, offset, search: search.trim() }
    const { organizationId } = membership
    const { members, total } = await searchMembersWithPerson(kysely, organizationId, listing)
    return { members: members.map(presentMemberWithUser), total }
  })

const addRoute = (parts: OrganizationParts) =>
  serve(contract.addMember, async ({ body }) => {
    const { userId, organizationId, teamId = null } = body
    const joining = { userId, organizationId, teamId, role: accept(decideRoles(body.role)) }
    return presentMember(await work(parts.workshop, {}, (unit) => addMember(unit, parts, joining)))
  })

const removeRoute = (parts: OrganizationParts) =>
  serve(contract.removeMember, async (call) => {
    const { caller, body } = call
    const by = membershipMeant(caller, body)
    const removed = await work(parts.workshop, {}, (unit) =>
      removeMember(unit, by, body.memberIdOrEmail),
    )
    tellIfActive(parts, call, removed)
    return { member: presentMemberWithUser(removed) }
  })

const updateRoleRoute = ({ workshop }: OrganizationParts) =>
  serve(contract.updateMemberRole, async ({ caller, body }) => {
    const by = membershipMeant(caller, body)
    const change = { memberId: body.memberId, asked: body.role }
    return presentMember(await work(workshop, {}, (unit) => updateMemberRole(unit, by, change)))
  })

const leaveRoute = (parts: OrganizationParts) =>
  serve(contract.leaveOrganization, async (call) => {
    const { caller, body } = call
    const by = membershipMeant(caller, body)
    const left = await work(parts.workshop, {}, (unit) => leaveOrganization(unit, by))
    tellIfActive(parts, call, left)
    return presentMemberWithUser(left)
  })

/** Who removes themselves from the organization that was active has none then. */
function tellIfActive(
  parts: OrganizationParts,
  call: SessionCall,
  { userId, organizationId }: MemberRow,
): void {
  const { user, session } = call.caller
  const wasActive = session.activeOrganizationId === organizationId
  if (userId === user.id && wasActive) giveActive(parts, call, null)
}
