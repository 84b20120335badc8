import * as z from 'zod/mini'
import { givenId, givenIdOrAbsent } from '../identity/given-id.ts'
import { callerLimit } from '../identity/limits.ts'
import { operation } from '../operation.ts'
import { id } from '../primitives.ts'
import { MemberWithUser, organizationOrActive, Team, teamName } from './shapes.ts'

/** If teams are disabled, all of these return not_found. */
const ofTeams = {
  wire: 'account',
  tag: 'Teams',
  for: 'session',
  status: 200,
  rateLimit: callerLimit,
} as const

const inOrganization = { organizationId: organizationOrActive }
const ofOne = { ...inOrganization, teamId: givenId(id('team')) }

export const createTeam = operation({
  ...ofTeams,
  name: 'createTeam',
  method: 'POST',
  path: '/api/auth/organization/create-team',
  summary: 'Create a team',
  body: z.object({ ...inOrganization, name: teamName }),
  returns: Team,
  refuses: [
    'unauthorized',
    'not_found',
    'no_active_organization',
    'not_a_member_of_this_organization',
    'not_allowed_to_create_teams',
    'teams_max_reached',
  ],
})

export const listTeams = operation({
  ...ofTeams,
  name: 'listTeams',
  method: 'GET',
  path: '/api/auth/organization/list-teams',
  summary: 'List the teams of an organization',
  query: z.object(inOrganization),
  returns: z.array(Team),
  refuses: [
    'unauthorized',
    'not_found',
    'no_active_organization',
    'not_a_member_of_this_organization',
  ],
})

export const listUserTeams = operation({
  ...ofTeams,
  name: 'listUserTeams',
  method: 'GET',
  path: '/api/auth/organization/list-user-teams',
  summary: 'List the teams of the caller or of another member',
  description:
    'The caller’s own are those of all organizations, or of the named one. Those of another member ' +
    'are of the named organization or the active one, and need the right to change its members.',
  query: z.object({ ...inOrganization, userId: givenIdOrAbsent(id('user')) }),
  returns: z.array(Team),
  refuses: [
    'unauthorized',
    'not_found',
    'no_active_organization',
    'not_a_member_of_this_organization',
    'not_allowed_to_update_member',
    'user_is_not_a_member',
  ],
})

export const updateTeam = operation({
  ...ofTeams,
  name: 'updateTeam',
  method: 'POST',
  path: '/api/auth/organization/update-team',
  summary: 'Rename a team',
  body: z.object({
    teamId: givenId(id('team')),
    data: z.object({ name: z.optional(teamName), ...inOrganization }),
    ...inOrganization,
  }),
  returns: Team,
  refuses: [
    'unauthorized',
    'not_found',
    'no_active_organization',
    'not_a_member_of_this_organization',
    'not_allowed_to_update_team',
    'team_not_found',
  ],
})

export const removeTeam = operation({
  ...ofTeams,
  name: 'removeTeam',
  method: 'POST',
  path: '/api/auth/organization/remove-team',
  summary: 'Remove a team',
  description: 'Its members and open invitations then belong to no team.',
  body: z.object(ofOne),
  returns: z.object({ message: z.literal('Team removed successfully.') }),
  refuses: [
    'unauthorized',
    'not_found',
    'no_active_organization',
    'not_allowed_to_delete_team',
    'not_allowed_to_delete_teams',
    'team_not_found',
    'unable_to_remove_last_team',
  ],
})

export const listTeamMembers = operation({
  ...ofTeams,
  name: 'listTeamMembers',
  method: 'GET',
  path: '/api/auth/organization/list-team-members',
  summary: 'List the members of a team',
  query: z.object(ofOne),
  returns: z.array(MemberWithUser),
  refuses: [
    'unauthorized',
    'not_found',
    'no_active_organization',
    'not_a_member_of_this_organization',
    'team_not_found',
  ],
})

const ofMember = z.object({ ...ofOne, userId: givenId(id('user')) })

export const addTeamMember = operation({
  ...ofTeams,
  name: 'addTeamMember',
  method: 'POST',
  path: '/api/auth/organization/add-team-member',
  summary: 'Add a member to a team',
  description: 'A member is in one team at most and leaves the former one.',
  body: ofMember,
  returns: MemberWithUser,
  refuses: [
    'unauthorized',
    'not_found',
    'no_active_organization',
    'not_a_member_of_this_organization',
    'not_allowed_to_update_member',
    'member_not_found',
    'team_not_found',
    'team_member_limit_reached',
  ],
})

export const removeTeamMember = operation({
  ...ofTeams,
  name: 'removeTeamMember',
  method: 'POST',
  path: '/api/auth/organization/remove-team-member',
  summary: 'Remove a member from a team',
  body: ofMember,
  returns: z.object({ message: z.literal('Team member removed successfully.') }),
  refuses: [
    'unauthorized',
    'not_found',
    'no_active_organization',
    'not_a_member_of_this_organization',
    'not_allowed_to_update_member',
    'member_not_found',
    'team_not_found',
    'user_is_not_in_this_team',
  ],
})

export const setActiveTeam = operation({
  ...ofTeams,
  name: 'setActiveTeam',
  method: 'POST',
  path: '/api/auth/organization/set-active-team',
  summary: 'Set the active team of the session',
  description: 'The caller’s own team in the active organization, or null for none.',
  body: z.object({ teamId: z.nullable(givenIdOrAbsent(id('team'))) }),
  returns: z.nullable(Team),
  refuses: [
    'unauthorized',
    'not_found',
    'no_active_organization',
    'not_a_member_of_this_organization',
    'team_not_found',
    'user_is_not_in_this_team',
  ],
})
