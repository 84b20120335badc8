import * as contract from '@guildhall/contract/organizations/teams'
import { Problem } from '../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { work } from '../../../platform/work.ts'
import { giveCredentials, type SignedIn, sessionCredentials } from '../../identity/index.ts'
import { createTeam } from '../actions/create-team.ts'
import type { OrganizationParts } from '../actions/parts.ts'
import { presentMemberWithUser, presentTeam } from '../actions/present.ts'
import { removeTeam } from '../actions/remove-team.ts'
import { renameTeam } from '../actions/rename-team.ts'
import { setActiveTeam } from '../actions/set-active-team.ts'
import { joinTeam, leaveTeam } from '../actions/team-membership.ts'
import { findMember, listTeamMembersWithPerson, type Membership } from '../store/members.ts'
import { findTeam, listTeams } from '../store/teams.ts'
import { membershipMeant } from './membership-meant.ts'

export const teamRoutes = (parts: OrganizationParts): readonly EndpointRoute[] =>
  [
    createRoute(parts),
    listRoute(parts),
    updateRoute(parts),
    removeRoute(parts),
    listMembersRoute(parts),
    addMemberRoute(parts),
    removeMemberRoute(parts),
    setActiveRoute(parts),
  ].map((route) => (parts.config.teams.enabled ? route : absent(route)))

/** Where teams are off, nothing of them is there. */
const absent = ({ endpoint }: EndpointRoute): EndpointRoute => ({
  endpoint,
  handle: () => Promise.reject(new Problem('not_found')),
})

const createRoute = (parts: OrganizationParts) =>
  serve(contract.createTeam, async ({ caller, body }) => {
    const by = membershipMeant(caller, body)
    return presentTeam(
      await work(parts.workshop, {}, (unit) => createTeam(unit, parts, by, body.name)),
    )
  })

const listRoute = (parts: OrganizationParts) =>
  serve(contract.listTeams, async ({ caller, query }) => {
    const { organizationId } = await requireMember(parts, caller, query)
    const teams = await listTeams(parts.workshop.database.kysely, organizationId)
    return teams.map(presentTeam)
  })

const updateRoute = ({ workshop }: OrganizationParts) =>
  serve(contract.updateTeam, async ({ caller, body }) => {
    const { teamId, data, organizationId = data.organizationId } = body
    const by = membershipMeant(caller, { organizationId })
    const renaming = { teamId, name: data.name }
    return presentTeam(await work(workshop, {}, (unit) => renameTeam(unit, by, renaming)))
  })

const removeRoute = (parts: OrganizationParts) =>
  serve(contract.removeTeam, async ({ caller, body }) => {
    const by = membershipMeant(caller, body)
    await work(parts.workshop, {}, (unit) => removeTeam(unit, parts, by, body.teamId))
    return { message: 'Team removed successfully.' } as const
  })

const listMembersRoute = (parts: OrganizationParts) =>
  serve(contract.listTeamMembers, async ({ caller, query }) => {
    const { organizationId } = await requireMember(parts, caller, query)
    const { kysely } = parts.workshop.database
    const key = { organizationId, teamId: query.teamId }
    if ((await findTeam(kysely, key)) === undefined) throw new Problem('team_not_found')
    return (await listTeamMembersWithPerson(kysely, key)).map(presentMemberWithUser)
  })

const addMemberRoute = (parts: OrganizationParts) =>
  serve(contract.addTeamMember, async ({ caller, body }) => {
    const by = membershipMeant(caller, body)
    const member = await work(parts.workshop, {}, (unit) => joinTeam(unit, parts, by, body))
    return presentMemberWithUser(member)
  })

const removeMemberRoute = ({ workshop }: OrganizationParts) =>
  serve(contract.removeTeamMember, async ({ caller, body }) => {
    const by = membershipMeant(caller, body)
    await work(workshop, {}, (unit) => leaveTeam(unit, by, body))
    return { message: 'Team member removed successfully.' } as const
  })

const setActiveRoute = (parts: OrganizationParts) =>
  serve(contract.setActiveTeam, async (call) => {
    const { caller, body } = call
    const team = await work(parts.workshop, {}, (unit) => setActiveTeam(unit, caller, body.teamId))
    const session = { ...caller.session, activeTeamId: team?.id ?? null }
    const credentials = sessionCredentials(parts, { ...caller, session }, parts.clock.now())
    giveCredentials(call, credentials)
    return team === null ? null : presentTeam(team)
  })

async function requireMember(
  { workshop }: OrganizationParts,
  caller: SignedIn,
  meant: Parameters<typeof membershipMeant>[1],
): Promise<Membership> {
  const membership = membershipMeant(caller, meant)
  const member = await findMember(workshop.database.kysely, membership)
  if (member === undefined) throw new Problem('not_a_member_of_this_organization')
  return membership
}
