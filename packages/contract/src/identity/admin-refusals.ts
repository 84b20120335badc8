import type { RefusalEntry } from '../refusal-entry.ts'

const badRequest = (message: string) => ({ status: 400, message, error: 'BadRequest' }) as const
const forbidden = (message: string) => ({ status: 403, message, error: 'NotPermitted' }) as const

/** The refusals of operations for operators. */
export const adminRefusals = {
  you_are_not_allowed_to_list_users: forbidden('You are not allowed to list users'),
  you_are_not_allowed_to_create_users: forbidden('You are not allowed to create users'),
  you_are_not_allowed_to_get_user: forbidden('You are not allowed to get user'),
  you_are_not_allowed_to_update_users: forbidden('You are not allowed to update users'),
  you_are_not_allowed_to_change_users_role: forbidden('You are not allowed to change users role'),
  you_are_not_allowed_to_ban_users: forbidden('You are not allowed to ban users'),
  you_are_not_allowed_to_list_users_sessions: forbidden(
    'You are not allowed to list users sessions',
  ),
  you_are_not_allowed_to_revoke_users_sessions: forbidden(
    'You are not allowed to revoke users sessions',
  ),
  you_are_not_allowed_to_delete_users: forbidden('You are not allowed to delete users'),
  you_are_not_allowed_to_set_users_password: forbidden('You are not allowed to set users password'),
  you_are_not_allowed_to_impersonate_users: forbidden('You are not allowed to impersonate users'),
  you_are_not_allowed_to_list_organizations: forbidden('You are not allowed to list organizations'),
  you_are_not_allowed_to_get_organization: forbidden('You are not allowed to get organization'),
  you_are_not_allowed_to_get_reconciliation: forbidden('You are not allowed to get reconciliation'),
  you_are_not_allowed_to_list_jobs: forbidden('You are not allowed to list jobs'),
  you_are_not_allowed_to_retry_jobs: forbidden('You are not allowed to retry jobs'),
  you_are_not_allowed_to_get_health: forbidden('You are not allowed to get health'),
  you_are_not_allowed_to_list_mails: forbidden('You are not allowed to list mails'),
  you_are_not_allowed_to_retry_mails: forbidden('You are not allowed to retry mails'),
  you_cannot_impersonate_admins: forbidden('You cannot impersonate admins'),
  you_cannot_ban_yourself: badRequest('You cannot ban yourself'),
  you_cannot_remove_yourself: badRequest('You cannot remove yourself'),
  you_are_not_impersonating_anyone: badRequest('You are not impersonating anyone'),
  failed_to_find_admin_session: {
    status: 401,
    message: 'Failed to find admin session',
    error: 'Unauthorized',
  },
  role_does_not_exist: {
    ...badRequest('There is no role "{role}": send {roles}'),
    code: 'YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE',
  },
  last_operator: badRequest('This server needs at least one operator'),
  no_data_to_update: badRequest('No data to update'),
  asked_user_not_found: badRequest('user not found'),
} as const satisfies Record<string, RefusalEntry>
