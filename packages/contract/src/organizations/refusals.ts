import type { RefusalEntry } from '../refusal-entry.ts'

const badRequest = (message: string) => ({ status: 400, message, error: 'BadRequest' }) as const
const unauthorized = (message: string) => ({ status: 401, message, error: 'Unauthorized' }) as const
const forbidden = (message: string) => ({ status: 403, message, error: 'NotPermitted' }) as const

const notAMember = 'User is not a member of the organization'

/** The refusals of the account API about organizations, members, invitations and teams. */
export const organizationRefusals = {
  not_allowed_to_create_organization: forbidden('You are not allowed to create a new organization'),
  organizations_max_reached: forbidden('You have reached the maximum number of organizations'),
  organization_already_exists: badRequest('Organization already exists'),
  slug_is_taken: badRequest('slug is taken'),
  organization_not_found: badRequest('Organization not found'),
  no_active_organization: badRequest('No active organization'),
  organization_id_is_required: badRequest('Organization ID is required'),
  not_allowed_to_update_organization: forbidden('You are not allowed to update this organization'),
  not_allowed_to_delete_organization: forbidden('You are not allowed to delete this organization'),
  // Calls that change an organization, enter it and check permissions answer this with different
  // statuses.
  user_is_not_a_member: badRequest(notAMember),
  user_is_not_a_member_to_enter: forbidden(notAMember),
  user_is_not_a_member_to_ask: unauthorized(notAMember),
  not_a_member_of_this_organization: forbidden('You are not a member of this organization'),
  user_not_found_by_session: unauthorized('User not found'),
  not_authenticated: unauthorized('Not authenticated'),

  member_not_found: badRequest('Member not found'),
  role_not_found: badRequest('Role not found'),
  not_allowed_to_update_member: forbidden('You are not allowed to update this member'),
  not_allowed_to_delete_member: unauthorized('You are not allowed to delete this member'),
  only_owner: badRequest('You cannot leave the organization as the only owner'),
  membership_limit_reached: forbidden('Organization membership limit reached'),
  user_is_already_a_member: badRequest('User is already a member of this organization'),
  user_to_add_not_found: badRequest('User not found'),

  not_allowed_to_invite: forbidden('You are not allowed to invite users to this organization'),
  not_allowed_to_invite_with_role: forbidden('you are not allowed to invite user with this role'),
  user_is_already_invited: badRequest('User is already invited to this organization'),
  invitation_limit_reached: forbidden('Invitation limit reached'),
  invitation_not_found: badRequest('Invitation not found'),
  failed_to_retrieve_invitation: badRequest('Failed to retrieve invitation'),
  not_the_recipient: forbidden('You are not the recipient of the invitation'),
  invitation_email_not_verified: forbidden('Email not verified'),
  not_allowed_to_cancel_invitation: forbidden('You are not allowed to cancel this invitation'),
  inviter_is_no_longer_a_member: badRequest('Inviter is no longer a member of the organization'),
  inviter_is_no_longer_allowed: forbidden('Inviter is no longer allowed to invite with this role'),

  teams_are_not_enabled: badRequest('Teams are not enabled'),
  team_not_found: badRequest('Team not found'),
  team_member_limit_reached: forbidden('Team member limit reached'),
  teams_max_reached: badRequest('You have reached the maximum number of teams'),
  not_allowed_to_create_teams: forbidden(
    'You are not allowed to create teams in this organization',
  ),
  not_allowed_to_update_team: forbidden('You are not allowed to update this team'),
  not_allowed_to_delete_team: forbidden('You are not allowed to delete this team'),
  not_allowed_to_delete_teams: forbidden(
    'You are not allowed to delete teams in this organization',
  ),
  unable_to_remove_last_team: badRequest('Unable to remove last team'),
  user_is_not_in_this_team: forbidden('User is not a member of the team'),

  sole_owner_of_an_organization: {
    ...badRequest(
      '{organization} has other members, but no other owner. ' +
        'Make one of them an owner, or delete the organization first.',
    ),
    code: 'SOLE_OWNER_OF_AN_ORGANIZATION',
  },
} as const satisfies Record<string, RefusalEntry>
