import * as z from 'zod/mini'
import { givenId, givenIdOrAbsent, givenInvitation } from '../identity/given-id.ts'
import { addressLimit, callerLimit } from '../identity/limits.ts'
import { operation } from '../operation.ts'
import { id } from '../primitives.ts'
import { Invitation, Member, organizationOrActive, roleInput } from './shapes.ts'

const ofInvitations = {
  wire: 'account',
  tag: 'Invitations',
  for: 'session',
  status: 200,
  rateLimit: callerLimit,
} as const

export const inviteMember = operation({
  ...ofInvitations,
  name: 'inviteMember',
  method: 'POST',
  path: '/api/auth/organization/invite-member',
  summary: 'Invite a member',
  description:
    'Mails an invitation. With `resend`, it replaces an open one of the same address. Inviting an ' +
    'owner requires a fresh session. Refused while impersonating.',
  body: z.object({
    email: z.string(),
    role: roleInput,
    organizationId: organizationOrActive,
    resend: z.optional(z.boolean()),
    teamId: z.nullable(givenIdOrAbsent(id('team'))),
  }),
  returns: Invitation,
  refuses: [
    'unauthorized',
    'organization_not_found',
    'member_not_found',
    'not_while_impersonating',
    'not_allowed_to_invite',
    'not_allowed_to_invite_with_role',
    'session_is_not_fresh',
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

/** The id, or what the mailed link names. */
const ofOne = z.object({ invitationId: givenInvitation })

export const acceptInvitation = operation({
  ...ofInvitations,
  name: 'acceptInvitation',
  method: 'POST',
  path: '/api/auth/organization/accept-invitation',
  summary: 'Accept an invitation',
  description:
    'Makes the organization the session’s active one. The caller’s address must be verified, or ' +
    '`invitationId` must be as in the mailed link, with its secret.',
  body: ofOne,
  returns: z.object({ invitation: Invitation, member: Member }),
  refuses: [
    'unauthorized',
    'invitation_not_found',
    'failed_to_retrieve_invitation',
    'not_the_recipient',
    'invitation_email_not_verified',
    'inviter_is_no_longer_a_member',
    'inviter_is_no_longer_allowed',
    'membership_limit_reached',
    'team_member_limit_reached',
  ],
})

export const rejectInvitation = operation({
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

export const cancelInvitation = operation({
  ...ofInvitations,
  name: 'cancelInvitation',
  method: 'POST',
  path: '/api/auth/organization/cancel-invitation',
  summary: 'Cancel an invitation',
  body: z.object({ invitationId: givenId(id('invitation')) }),
  returns: Invitation,
  refuses: [
    'unauthorized',
    'invitation_not_found',
    'member_not_found',
    'not_allowed_to_cancel_invitation',
    'failed_to_retrieve_invitation',
  ],
})

export const getInvitation = operation({
  ...ofInvitations,
  name: 'getInvitation',
  method: 'GET',
  path: '/api/auth/organization/get-invitation',
  summary: 'Get an open invitation to the caller’s address',
  refusesUnauthenticatedAs: 'not_authenticated',
  query: z.object({ id: givenInvitation }),
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

export const readInvitationLink = operation({
  ...ofInvitations,
  name: 'readInvitationLink',
  method: 'GET',
  path: '/api/auth/organization/invitation-link',
  summary: 'Read a mailed invitation link',
  description:
    'For visitors who have not signed in yet. `id` must be as in the mailed link, with its secret. ' +
    'Anything else is refused like an invitation that does not exist.',
  for: 'anyone',
  rateLimit: addressLimit,
  query: z.object({ id: givenInvitation }),
  returns: z.object({
    /** The invited address. */
    email: z.string(),
    organizationName: z.string(),
    /** Empty if the inviter has no name. */
    inviterName: z.string(),
    inviterEmail: z.string(),
  }),
  refuses: ['invitation_not_found'],
})

export const listInvitations = operation({
  ...ofInvitations,
  name: 'listInvitations',
  method: 'GET',
  path: '/api/auth/organization/list-invitations',
  summary: 'List the invitations of an organization',
  description: 'All statuses, the newest first. Members who may not invite see no open ones.',
  query: z.object({ organizationId: organizationOrActive }),
  returns: z.array(Invitation),
  refuses: ['unauthorized', 'organization_id_is_required', 'not_a_member_of_this_organization'],
})

export const listUserInvitations = operation({
  ...ofInvitations,
  name: 'listUserInvitations',
  method: 'GET',
  path: '/api/auth/organization/list-user-invitations',
  summary: 'List the open invitations to the caller’s address',
  description: 'Empty for an unverified address if invitations require a verified one.',
  returns: z.array(z.extend(Invitation, { organizationName: z.string() })),
  refuses: ['unauthorized'],
})
