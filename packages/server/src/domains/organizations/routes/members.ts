import * as contract from '@guildhall/contract/organizations/members'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { decideLastingAccess, isFresh } from '../../identity/rules/sessions/session-life.ts'
import type { OrganizationDeps } from '../actions/deps.ts'
import { addMember, leaveOrganization, removeMember, updateMemberRole } from '../actions/members.ts'
import { presentMember, presentMemberWithUser } from '../present/organization.ts'
import { resolveOrganizationKey } from '../rules/resolve-organization.ts'
import { decideRoles } from '../rules/roles.ts'
import {
  findMember,
  findMemberWithPerson,
  findRole,
  type MemberRow,
  searchMembersWithPerson,
} from '../store/members.ts'
import { findOrganizationOfMember } from '../store/organizations.ts'
import { type SessionCall, sendActiveOrganization } from './active-organization.ts'
import { resolveMembership } from './resolve-membership.ts'

export const memberRoutes = (deps: OrganizationDeps): readonly OperationRoute[] => [
  activeRoute(deps),
  roleRoute(deps),
  listRoute(deps),
  addRoute(deps),
  removeRoute(deps),
  updateRoleRoute(deps),
  leaveRoute(deps),
]

const activeRoute = ({ uowFactory }: OrganizationDeps) =>
  serve(contract.getActiveMember, async ({ caller }) => {
    const { kysely } = uowFactory.database
    const member = await findMemberWithPerson(kysely, resolveMembership(caller, {}))
    if (member === undefined) throw new Problem('no_active_organization')
    return presentMemberWithUser(member)
  })

const roleRoute = ({ uowFactory: { database } }: OrganizationDeps) =>
  serve(contract.getActiveMemberRole, async ({ caller: { user, session }, query }) => {
    const key = resolveOrganizationKey(query, session.activeOrganizationId)
    if (key === null) throw new Problem('no_active_organization')
    const own = await findOrganizationOfMember(database.kysely, key, user.id)
    const { id: organizationId, role: ownRole } = own ?? notAMember()
    const { userId } = query
    if (userId === undefined) return { role: ownRole }
    return { role: (await findRole(database, { organizationId, userId })) ?? notAMember() }
  })

function notAMember(): never {
  throw new Problem('not_a_member_of_this_organization')
}

const listRoute = ({ uowFactory }: OrganizationDeps) =>
  serve(contract.listMembers, async ({ caller, query }) => {
    const { limit = contract.memberPageDefault, offset = 0, search = '' } = query
    const { kysely } = uowFactory.database
    const membership = resolveMembership(caller, query)
    if ((await findMember(kysely, membership)) === undefined) {
      throw new Problem('not_a_member_of_this_organization')
    }
    const listing = { limit, offset, search: search.trim() }
    const { organizationId } = membership
    const { members, total } = await searchMembersWithPerson(kysely, organizationId, listing)
    return { members: members.map(presentMemberWithUser), total }
  })

const addRoute = (deps: OrganizationDeps) =>
  serve(contract.addMember, async (call) => {
    const { userId, organizationId, teamId = null, role } = call.body
    const added = { userId, organizationId, teamId, role: accept(decideRoles(role)) }
    return runUnitOfWork(deps.uowFactory, {}, async (uow) =>
      call.finish(uow, presentMember(await addMember(uow, deps, added))),
    )
  })

const removeRoute = (deps: OrganizationDeps) =>
  serve(contract.removeMember, async (call) => {
    const { caller, body } = call
    const by = resolveMembership(caller, body)
    return runUnitOfWork(deps.uowFactory, {}, async (uow) => {
      const removed = await removeMember(uow, deps, by, body.memberIdOrEmail)
      clearIfActive(deps, call, removed)
      return call.finish(uow, { member: presentMemberWithUser(removed) })
    })
  })

const updateRoleRoute = ({ uowFactory, config, clock }: OrganizationDeps) =>
  serve(contract.updateMemberRole, async (call) => {
    const { caller, body } = call
    const by = resolveMembership(caller, body)
    accept(decideLastingAccess(caller.session))
    const change = {
      memberId: body.memberId,
      requested: body.role,
      isFresh: isFresh(caller.session, config.sessions, clock.now()),
    }
    return runUnitOfWork(uowFactory, {}, async (uow) =>
      call.finish(uow, presentMember(await updateMemberRole(uow, by, change))),
    )
  })

const leaveRoute = (deps: OrganizationDeps) =>
  serve(contract.leaveOrganization, async (call) => {
    const { caller, body } = call
    const by = resolveMembership(caller, body)
    return runUnitOfWork(deps.uowFactory, {}, async (uow) => {
      const left = await leaveOrganization(uow, deps, by)
      clearIfActive(deps, call, left)
      return call.finish(uow, presentMemberWithUser(left))
    })
  })

/** Members who remove themselves from the active organization have none active afterwards. */
function clearIfActive(
  deps: OrganizationDeps,
  call: SessionCall,
  { userId, organizationId }: MemberRow,
): void {
  const { user, session } = call.caller
  const wasActive = session.activeOrganizationId === organizationId
  if (userId === user.id && wasActive) sendActiveOrganization(deps, call, null)
}
