import * as contract from '@guildhall/contract/organizations/teams'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  sessionCredentials,
  setCredentials,
} from '../../identity/actions/sessions/session-cookies.ts'
import type { SignedIn } from '../../identity/actions/signed-in.ts'
import { setActiveTeam } from '../actions/active-organization.ts'
import type { OrganizationDeps } from '../actions/deps.ts'
import {
  addTeamMember,
  createTeam,
  removeTeam,
  removeTeamMember,
  updateTeam,
} from '../actions/teams.ts'
import { presentMemberWithUser, presentTeam } from '../present/organization.ts'
import { mayIn } from '../rules/roles.ts'
import { findMember, listTeamMembersWithPerson, type MemberRow } from '../store/members.ts'
import { findTeam, listTeams, listTeamsOfUser } from '../store/teams.ts'
import { resolveMembership } from './resolve-membership.ts'

export const teamRoutes = (deps: OrganizationDeps): readonly OperationRoute[] =>
  [
    createRoute(deps),
    listRoute(deps),
    listOfUserRoute(deps),
    updateRoute(deps),
    removeRoute(deps),
    listMembersRoute(deps),
    addMemberRoute(deps),
    removeMemberRoute(deps),
    setActiveRoute(deps),
  ].map((route) => (deps.config.teams.enabled ? route : disabled(route)))

const disabled = ({ operation }: OperationRoute): OperationRoute => ({
  operation,
  handle: () => Promise.reject(new Problem('not_found')),
})

const createRoute = (deps: OrganizationDeps) =>
  serve(contract.createTeam, async (call) => {
    const { caller, body } = call
    const by = resolveMembership(caller, body)
    return runUnitOfWork(deps.uowFactory, {}, async (uow) =>
      call.finish(uow, presentTeam(await createTeam(uow, deps, by, body.name))),
    )
  })

const listRoute = (deps: OrganizationDeps) =>
  serve(contract.listTeams, async ({ caller, query }) => {
    const { organizationId } = await requireMember(deps, caller, query)
    const teams = await listTeams(deps.uowFactory.database.kysely, organizationId)
    return teams.map(presentTeam)
  })

const listOfUserRoute = (deps: OrganizationDeps) =>
  serve(contract.listUserTeams, async ({ caller, query }) => {
    const { kysely } = deps.uowFactory.database
    const own = caller.user.id
    const { userId = own } = query
    if (userId === own && query.organizationId === undefined) {
      return (await listTeamsOfUser(kysely, { userId, organizationId: null })).map(presentTeam)
    }
    const { organizationId, role } = await requireMember(deps, caller, query)
    if (userId !== own) {
      if (!mayIn(role, 'member', 'update')) throw new Problem('not_allowed_to_update_member')
      const member = await findMember(kysely, { organizationId, userId })
      if (member === undefined) throw new Problem('user_is_not_a_member')
    }
    return (await listTeamsOfUser(kysely, { userId, organizationId })).map(presentTeam)
  })

const updateRoute = ({ uowFactory }: OrganizationDeps) =>
  serve(contract.updateTeam, async (call) => {
    const { caller, body } = call
    const { teamId, data, organizationId = data.organizationId } = body
    const by = resolveMembership(caller, { organizationId })
    const update = { teamId, name: data.name }
    return runUnitOfWork(uowFactory, {}, async (uow) =>
      call.finish(uow, presentTeam(await updateTeam(uow, by, update))),
    )
  })

const removeRoute = (deps: OrganizationDeps) =>
  serve(contract.removeTeam, async (call) => {
    const { caller, body } = call
    const by = resolveMembership(caller, body)
    return runUnitOfWork(deps.uowFactory, {}, async (uow) => {
      await removeTeam(uow, deps, by, body.teamId)
      return call.finish(uow, { message: 'Team removed successfully.' })
    })
  })

const listMembersRoute = (deps: OrganizationDeps) =>
  serve(contract.listTeamMembers, async ({ caller, query }) => {
    const { organizationId } = await requireMember(deps, caller, query)
    const { kysely } = deps.uowFactory.database
    const key = { organizationId, teamId: query.teamId }
    if ((await findTeam(kysely, key)) === undefined) throw new Problem('team_not_found')
    return (await listTeamMembersWithPerson(kysely, key)).map(presentMemberWithUser)
  })

const addMemberRoute = (deps: OrganizationDeps) =>
  serve(contract.addTeamMember, async (call) => {
    const { caller, body } = call
    const by = resolveMembership(caller, body)
    return runUnitOfWork(deps.uowFactory, {}, async (uow) =>
      call.finish(uow, presentMemberWithUser(await addTeamMember(uow, deps, by, body))),
    )
  })

const removeMemberRoute = ({ uowFactory }: OrganizationDeps) =>
  serve(contract.removeTeamMember, async (call) => {
    const { caller, body } = call
    const by = resolveMembership(caller, body)
    return runUnitOfWork(uowFactory, {}, async (uow) => {
      await removeTeamMember(uow, by, body)
      return call.finish(uow, { message: 'Team member removed successfully.' })
    })
  })

const setActiveRoute = (deps: OrganizationDeps) =>
  serve(contract.setActiveTeam, async (call) => {
    const { caller, body } = call
    const team = await runUnitOfWork(deps.uowFactory, {}, (uow) =>
      setActiveTeam(uow, caller, body.teamId),
    )
    const session = { ...caller.session, activeTeamId: team?.id ?? null }
    const credentials = sessionCredentials(deps, { ...caller, session }, deps.clock.now())
    setCredentials(call, credentials)
    return team === null ? null : presentTeam(team)
  })

async function requireMember(
  { uowFactory }: OrganizationDeps,
  caller: SignedIn,
  reference: Parameters<typeof resolveMembership>[1],
): Promise<MemberRow> {
  const membership = resolveMembership(caller, reference)
  const member = await findMember(uowFactory.database.kysely, membership)
  if (member === undefined) throw new Problem('not_a_member_of_this_organization')
  return member
}
