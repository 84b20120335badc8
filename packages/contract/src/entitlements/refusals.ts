import type { RefusalEntry } from '../refusal-entry.ts'

const invalidKey = (reason: string, message: string) =>
  ({ status: 404, message, error: 'ResourceNotFound', reason }) as const

const notPermitted = (reason: string, message: string) =>
  ({ status: 403, message, error: 'NotPermitted', reason }) as const

export const entitlementRefusals = {
  license_key_unknown: invalidKey('not_found', 'The organization has no such license key'),
  license_key_expired: invalidKey('expired', 'This license key has expired'),
  license_key_disabled: invalidKey('disabled', 'The seller has disabled this license key'),
  license_key_revoked: invalidKey('revoked', 'This license key was revoked'),
  license_activation_required: invalidKey(
    'activation_required',
    'Activate this key first, and send the activation_id of an activation that exists',
  ),
  license_condition_mismatch: invalidKey(
    'condition_mismatch',
    'This key was activated under other conditions, or belongs to another benefit or customer',
  ),
  license_usage_exhausted: {
    status: 400,
    message: 'The usage of this key is limited to {limit}, of which {left} are left',
    error: 'BadRequest',
    reason: 'usage_exhausted',
  },
  license_activation_off: notPermitted('activation_off', 'Keys of this benefit aren’t activated'),
  license_activations_exhausted: notPermitted(
    'limit_reached',
    'All {limit} activations of this key are in use',
  ),
  license_offline_off: notPermitted(
    'offline_off',
    'Keys of this benefit can’t be used without a connection',
  ),
  license_key_not_held: {
    status: 422,
    message: 'The customer no longer holds this benefit, so its key stays revoked',
    error: 'RequestValidationError',
  },
  download_expired: {
    status: 410,
    message: 'This link has expired. Get a new one from the list of your downloads.',
    error: 'DownloadExpired',
  },
  benefit_grant_not_retryable: {
    status: 409,
    message: 'This grant can’t be tried again: {reason}',
    error: 'BenefitGrantNotRetryable',
  },
  benefit_grant_type_fixed: {
    status: 403,
    message: 'This grant is of another type of benefit',
    error: 'NotPermitted',
  },
  oauth_account_not_connected: {
    status: 422,
    message: 'This account is not connected. Connect it first.',
    error: 'RequestValidationError',
  },
  oauth_code_invalid: {
    status: 422,
    message: '{name} did not confirm the account. Connect it again.',
    error: 'RequestValidationError',
  },
} as const satisfies Record<string, RefusalEntry>
