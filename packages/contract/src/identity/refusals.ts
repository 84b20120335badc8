import type { RefusalEntry } from '../refusal-entry.ts'
import { adminRefusals } from './admin-refusals.ts'
import { socialRefusals } from './social-refusals.ts'

const badRequest = (message: string) => ({ status: 400, message, error: 'BadRequest' }) as const
const unauthorized = (message: string) => ({ status: 401, message, error: 'Unauthorized' }) as const
const forbidden = (message: string) => ({ status: 403, message, error: 'NotPermitted' }) as const
const notFound = (message: string) => ({ status: 404, message, error: 'ResourceNotFound' }) as const
const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const
const failure = (message: string) =>
  ({ status: 500, message, error: 'InternalServerError' }) as const

/** The refusals of accounts, sessions and signing in. */
export const identityRefusals = {
  invalid_email: badRequest('Invalid email'),
  invalid_password: badRequest('Invalid password'),
  password_too_short: badRequest('Password too short'),
  password_too_long: badRequest('Password too long'),
  user_already_exists: unprocessable('User already exists'),
  email_is_taken: badRequest('User already exists'),
  user_already_has_a_password: badRequest('user already has a password'),
  credential_account_not_found: badRequest('Credential account not found'),
  invalid_email_or_password: unauthorized('Invalid email or password'),
  email_not_verified: forbidden('Email not verified'),
  banned_user: {
    ...forbidden(
      'You have been banned from this application. Please contact support if you believe this is an error.',
    ),
    code: 'BANNED_USER',
  },
  email_can_not_be_updated: badRequest('Email can not be updated'),
  failed_to_get_session: failure('Failed to get session'),
  session_not_found: badRequest('Session not found'),
  // Has an error name of its own, so that pages can ask for the password and try again.
  session_is_not_fresh: { ...forbidden('Session is not fresh'), error: 'SessionIsNotFresh' },
  not_while_impersonating: {
    ...forbidden('Only the user can do this, not an operator who impersonates them'),
    error: 'NotWhileImpersonating',
    code: 'NOT_WHILE_IMPERSONATING',
  },
  session_expired: badRequest('Session expired. Re-authenticate to perform this action.'),
  too_busy: {
    status: 503,
    message: 'The server is busy. Please try again in a moment.',
    error: 'ServiceUnavailable',
    code: 'TOO_BUSY',
  },

  invalid_username_or_password: unauthorized('invalid username or password'),
  username_email_not_verified: forbidden('email not verified'),
  unexpected_error: failure('unexpected error'),
  username_is_taken: unprocessable('username is already taken. please try another.'),
  username_is_too_short: unprocessable('username is too short'),
  username_is_too_long: unprocessable('username is too long'),
  username_is_invalid: unprocessable('username is invalid.'),

  invalid_callback_url: forbidden('Invalid callbackURL'),
  invalid_redirect_url: forbidden('Invalid redirectURL'),
  invalid_error_callback_url: forbidden('Invalid errorCallbackURL'),
  invalid_new_user_callback_url: forbidden('Invalid newUserCallbackURL'),

  user_not_found: notFound('User not found'),

  reset_password_is_not_enabled: badRequest("Reset password isn't enabled"),
  verification_email_is_not_enabled: badRequest("Verification email isn't enabled"),
  only_to_an_unverified_email: badRequest(
    'You can only send a verification email to an unverified email',
  ),
  only_to_your_own_email: badRequest('You can only send a verification email to your own email'),
  change_email_is_disabled: badRequest('Change email is disabled'),
  email_is_the_same: badRequest('Email is the same'),
  could_not_update_your_email: badRequest("Couldn't update your email"),
  // Clients expect codes as messages for refused verification links.
  verification_token_is_invalid: unauthorized('invalid_token'),
  verification_token_is_expired: unauthorized('token_expired'),
  verification_user_not_found: unauthorized('user_not_found'),
  verification_is_unauthorized: unauthorized('unauthorized'),
  verification_needs_the_password: forbidden(
    'Enter the password of the account, or end all earlier access to it',
  ),
  operator_code_is_invalid: forbidden('This code is not valid, or this server has an operator'),
  reset_token_is_invalid: badRequest('invalid token'),
  deletion_token_is_invalid: notFound('invalid token'),
  no_session_to_delete_with: notFound('Failed to get user info'),

  password_too_common: badRequest('Password too common'),
  password_too_guessable: badRequest('Password too easy to guess'),
  password_too_personal: badRequest('Password must not be your name or email address'),
  password_is_breached: {
    ...badRequest(
      'The password you entered has been compromised. Please choose a different password.',
    ),
    code: 'PASSWORD_COMPROMISED',
  },

  captcha_is_missing: badRequest('Missing CAPTCHA response'),
  captcha_failed: forbidden('Captcha verification failed'),
  captcha_is_unavailable: {
    status: 500,
    message: 'Something went wrong',
    error: 'InternalServerError',
  },

  ...adminRefusals,
  ...socialRefusals,
} as const satisfies Record<string, RefusalEntry>
