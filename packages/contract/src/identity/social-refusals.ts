import type { RefusalEntry } from '../refusal-entry.ts'

const badRequest = (message: string) => ({ status: 400, message, error: 'BadRequest' }) as const
const unauthorized = (message: string) => ({ status: 401, message, error: 'Unauthorized' }) as const
const notFound = (message: string) => ({ status: 404, message, error: 'ResourceNotFound' }) as const

/** The refusals of signing in with providers, and of linked accounts. */
export const socialRefusals = {
  provider_not_found: notFound('Provider not found'),
  provider_unavailable: {
    status: 503,
    message: 'The provider can’t be reached. Please try again in a moment.',
    error: 'ServiceUnavailable',
    code: 'PROVIDER_UNAVAILABLE',
  },
  id_token_not_supported: notFound('id_token not supported'),
  id_token_is_invalid: unauthorized('invalid token'),
  unable_to_get_user_info: unauthorized('Failed to get user info'),
  user_email_not_found: unauthorized('User email not found'),
  account_not_linked: unauthorized('account not linked'),
  signup_disabled: unauthorized('signup disabled'),
  linking_not_allowed: unauthorized('Account not linked - linking not allowed'),
  different_emails_not_allowed: unauthorized('Account not linked - different emails not allowed'),
  account_already_linked_to_different_user: badRequest('Account already linked to different user'),

  last_account_can_not_be_unlinked: badRequest("You can't unlink your last account"),
  account_not_found: badRequest('Account not found'),

  user_id_or_session_is_required: badRequest('Either userId or session is required'),
  provider_is_not_supported: badRequest('Provider {provider} is not supported.'),
  refreshing_is_not_supported: badRequest('Provider {provider} does not support token refreshing.'),
  no_valid_access_token: badRequest('Failed to get a valid access token'),
  tokens_not_refreshed: badRequest('Failed to refresh access token'),
  no_info_of_account: badRequest('Failed to get user info'),
  provider_of_account_not_configured: {
    status: 500,
    message: 'Provider account provider is {provider} but it is not configured',
    error: 'InternalServerError',
  },
} as const satisfies Record<string, RefusalEntry>
