import * as z from 'zod/mini'
import { givenId, givenIdOrAbsent } from '../identity/given-id.ts'
import { callerLimit } from '../identity/limits.ts'
import { operation } from '../operation.ts'
import { id } from '../primitives.ts'
import {
  Member,
  MemberWithUser,
  organizationOrActive,
  organizationReference,
  roleInput,
} from './shapes.ts'

const ofMembers = {
  wire: 'account',
  tag: 'Members',
  for: 'session',
  status: 200,
  rateLimit: callerLimit,
} as const

export const memberPageDefault = 100
export const memberPageMax = 1000

export const getActiveMember = operation({
  ...ofMembers,
  name: 'getActiveMember',
  method: 'GET',
  path: '/api/auth/organization/get-active-member',
  summary: 'Get the caller’s membership of the active organization',
  returns: MemberWithUser,
  refuses: ['unauthorized', 'no_active_organization'],
})

export const getActiveMemberRole = operation({
  ...ofMembers,
  name: 'getActiveMemberRole',
  method: 'GET',
  path: '/api/auth/organization/get-active-member-role',
  summary: 'Get the role of the caller or another member',
  description: 'Several roles are joined by commas.',
  query: z.object({
    ...organizationReference,
    userId: givenIdOrAbsent(id('user')),
  }),
  returns: z.object({ role: z.string() }),
  refuses: ['unauthorized', 'no_active_organization', 'not_a_member_of_this_organization'],
})

export const listMembers = operation({
  ...ofMembers,
  name: 'listMembers',
  method: 'GET',
  path: '/api/auth/organization/list-members',
  summary: 'List the members of an organization',
  description: 'The oldest first; `search` matches names and email addresses.',
  query: z.object({
    organizationId: organizationOrActive,
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(memberPageMax))),
    offset: z.optional(z.int().check(z.minimum(0))),
    search: z.optional(z.string().check(z.maxLength(320))),
  }),
  returns: z.object({ members: z.array(MemberWithUser), total: z.int() }),
  refuses: ['unauthorized', 'no_active_organization', 'not_a_member_of_this_organization'],
})

export const addMember = operation({
  ...ofMembers,
  name: 'addMember',
  for: 'serverKey',
  method: 'POST',
  path: '/api/auth/organization/add-member',
  summary: 'Add a member without an invitation',
  description: 'For the application’s own backend, with a server key.',
  body: z.object({
    userId: givenId(id('user')),
    role: roleInput,
    organizationId: givenId(id('organization')),
    teamId: z.nullable(givenIdOrAbsent(id('team'))),
  }),
  returns: Member,
  refuses: [
    'not_found',
    'unauthorized',
    'organization_not_found',
    'user_to_add_not_found',
    'user_is_already_a_member',
    'role_not_found',
    'teams_are_not_enabled',
    'team_not_found',
    'team_member_limit_reached',
    'membership_limit_reached',
  ],
})

export const removeMember = operation({
  ...ofMembers,
  name: 'removeMember',
  method: 'POST',
  path: '/api/auth/organization/remove-member',
  summary: 'Remove a member',
  body: z.object({
    /** A value that contains an @ is an email address. */
    memberIdOrEmail: z.string(),
    organizationId: organizationOrActive,
  }),
  returns: z.object({ member: MemberWithUser }),
  refuses: [
    'unauthorized',
    'no_active_organization',
    'member_not_found',
    'not_allowed_to_delete_member',
    'only_owner',
  ],
})

export const updateMemberRole = operation({
  ...ofMembers,
  name: 'updateMemberRole',
  method: 'POST',
  path: '/api/auth/organization/update-member-role',
  summary: 'Update the roles of a member',
  description:
    'Only owners promote or change owners. The last owner can’t be demoted. Making a member an ' +
    'owner requires a fresh session. Refused while impersonating.',
  body: z.object({
    memberId: givenId(id('member')),
    role: roleInput,
    organizationId: organizationOrActive,
  }),
  returns: Member,
  refuses: [
    'unauthorized',
    'no_active_organization',
    'member_not_found',
    'not_while_impersonating',
    'role_not_found',
    'not_allowed_to_update_member',
    'session_is_not_fresh',
    'only_owner',
  ],
})

export const leaveOrganization = operation({
  ...ofMembers,
  name: 'leaveOrganization',
  method: 'POST',
  path: '/api/auth/organization/leave',
  summary: 'Leave an organization',
  body: z.object({ organizationId: givenId(id('organization')) }),
  returns: MemberWithUser,
  refuses: ['unauthorized', 'member_not_found', 'only_owner'],
})
