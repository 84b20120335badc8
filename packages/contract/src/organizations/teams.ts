import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { callerLimit } from '../identity/limits.ts'
import { id } from '../primitives.ts'
import { MemberWithUser, organizationMeant, Team, teamName } from './shapes.ts'

/** Where teams are off, none of these is there. */
const ofTeams = {
  wire: 'account',
  tag: 'Teams',
  for: 'session',
  status: 200,
  rateLimit: callerLimit,
} as const

const inOrganization = { organizationId: organizationMeant }
const ofOne = { ...inOrganization, teamId: id('team') }

export const createTeam = endpoint({
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

export const listTeams = endpoint({
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

export const updateTeam = endpoint({
  ...ofTeams,
  name: 'updateTeam',
  method: 'POST',
  path: '/api/auth/organization/update-team',
  summary: 'Rename a team',
  body: z.object({
    teamId: id('team'),
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

export const removeTeam = endpoint({
  ...ofTeams,
  name: 'removeTeam',
  method: 'POST',
  path: '/api/auth/organization/remove-team',
  summary: 'Remove a team',
  description: 'Its members and open invitations belong to no team then.',
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

export const listTeamMembers = endpoint({
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

const ofMember = z.object({ ...ofOne, userId: id('user') })

export const addTeamMember = endpoint({
  ...ofTeams,
  name: 'addTeamMember',
  method: 'POST',
  path: '/api/auth/organization/add-team-member',
  summary: 'Put a member into a team',
  description: 'A member is in one team at most: who was in another changes.',
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

export const removeTeamMember = endpoint({
  ...ofTeams,
  name: 'removeTeamMember',
  method: 'POST',
  path: '/api/auth/organization/remove-team-member',
  summary: 'Take a member out of a team',
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

export const setActiveTeam = endpoint({
  ...ofTeams,
  name: 'setActiveTeam',
  method: 'POST',
  path: '/api/auth/organization/set-active-team',
  summary: 'Choose the session’s active team',
  description: 'One’s own team in the active organization, or null for none.',
  body: z.object({ teamId: z.nullish(id('team')) }),
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
