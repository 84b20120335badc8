import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { callerLimit } from '../identity/limits.ts'
import { id } from '../primitives.ts'
import { Invitation, Member, organizationMeant, roleInput } from './shapes.ts'

const ofInvitations = {
  wire: 'account',
  tag: 'Invitations',
  for: 'session',
  status: 200,
  rateLimit: callerLimit,
} as const

export const inviteMember = endpoint({
  ...ofInvitations,
  name: 'inviteMember',
  method: 'POST',
  path: '/api/auth/organization/invite-member',
  summary: 'Invite somebody by mail',
  description: 'With `resend` a new invitation takes the place of the open one.',
  body: z.object({
    email: z.string(),
    role: roleInput,
    organizationId: organizationMeant,
    resend: z.optional(z.boolean()),
    teamId: z.optional(z.nullable(id('team'))),
  }),
  returns: Invitation,
  refuses: [
    'unauthorized',
    'no_active_organization',
    'member_not_found',
    'not_allowed_to_invite',
    'not_allowed_to_invite_with_role',
    'invalid_email',
    'role_not_found',
    'user_is_already_a_member',
    'user_is_already_invited',
    'invitation_limit_reached',
    'teams_are_not_enabled',
    'team_not_found',
    'team_member_limit_reached',
  ],
})

const ofOne = z.object({ invitationId: id('invitation') })

export const acceptInvitation = endpoint({
  ...ofInvitations,
  name: 'acceptInvitation',
  method: 'POST',
  path: '/api/auth/organization/accept-invitation',
  summary: 'Accept an invitation',
  description: 'The organization becomes the session’s active one.',
  body: ofOne,
  returns: z.object({ invitation: Invitation, member: Member }),
  refuses: [
    'unauthorized',
    'invitation_not_found',
    'failed_to_retrieve_invitation',
    'not_the_recipient',
    'invitation_email_not_verified',
    'inviter_is_no_longer_a_member',
    'membership_limit_reached',
    'team_member_limit_reached',
  ],
})

export const rejectInvitation = endpoint({
  ...ofInvitations,
  name: 'rejectInvitation',
  method: 'POST',
  path: '/api/auth/organization/reject-invitation',
  summary: 'Reject an invitation',
  body: ofOne,
  returns: z.object({ invitation: Invitation, member: z.null() }),
  refuses: [
    'unauthorized',
    'invitation_not_found',
    'failed_to_retrieve_invitation',
    'not_the_recipient',
    'invitation_email_not_verified',
  ],
})

export const cancelInvitation = endpoint({
  ...ofInvitations,
  name: 'cancelInvitation',
  method: 'POST',
  path: '/api/auth/organization/cancel-invitation',
  summary: 'Take an open invitation back',
  body: ofOne,
  returns: Invitation,
  refuses: [
    'unauthorized',
    'invitation_not_found',
    'member_not_found',
    'not_allowed_to_cancel_invitation',
    'failed_to_retrieve_invitation',
  ],
})

export const getInvitation = endpoint({
  ...ofInvitations,
  name: 'getInvitation',
  method: 'GET',
  path: '/api/auth/organization/get-invitation',
  summary: 'Get an open invitation of one’s own',
  refusesStrangersAs: 'not_authenticated',
  query: z.object({ id: id('invitation') }),
  returns: z.extend(Invitation, {
    organizationName: z.string(),
    organizationSlug: z.string(),
    inviterEmail: z.string(),
  }),
  refuses: [
    'not_authenticated',
    'invitation_not_found',
    'not_the_recipient',
    'invitation_email_not_verified',
    'inviter_is_no_longer_a_member',
  ],
})

export const listInvitations = endpoint({
  ...ofInvitations,
  name: 'listInvitations',
  method: 'GET',
  path: '/api/auth/organization/list-invitations',
  summary: 'List the invitations of an organization',
  description: 'In every status, the newest first.',
  query: z.object({ organizationId: organizationMeant }),
  returns: z.array(Invitation),
  refuses: ['unauthorized', 'organization_id_is_required', 'not_a_member_of_this_organization'],
})

export const listUserInvitations = endpoint({
  ...ofInvitations,
  name: 'listUserInvitations',
  method: 'GET',
  path: '/api/auth/organization/list-user-invitations',
  summary: 'List the open invitations to one’s own address',
  description: 'An address that is not verified has none to show where invitations need that.',
  returns: z.array(z.extend(Invitation, { organizationName: z.string() })),
  refuses: ['unauthorized'],
})
