import type { RefusalEntry } from '../refusal-entry.ts'

const unauthorized = (message: string) =>
  ({ status: 401, message, error: 'Unauthorized', bearerError: 'invalid_token' }) as const
const forbidden = (message: string) => ({ status: 403, message, error: 'NotPermitted' }) as const
const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

/** The refusals of callers of the billing API, and those about sellers. */
export const sellerRefusals = {
  invalid_access_token: unauthorized('This access token is invalid or was revoked'),
  access_token_expired: unauthorized('This access token has expired. Create a new one.'),
  insufficient_scope: {
    ...forbidden('This access token lacks the scope {scope}'),
    bearerError: 'insufficient_scope',
  },
  insufficient_role: forbidden('Your role in this organization does not allow this'),
  person_required: forbidden('Only a signed-in person may do this, not an access token'),

  command_line_login_not_found: {
    status: 404,
    message: 'This login is unknown, was denied or has expired',
    error: 'ResourceNotFound',
  },

  organization_id_missing: { ...unprocessable('organization_id is required.'), fault: 'missing' },
  organization_id_unknown: unprocessable('Organization not found'),
  several_organizations: unprocessable('Specify one organization at a time'),

  slug_already_taken: unprocessable('An organization with this slug already exists'),
  details_already_submitted: unprocessable(
    'The details were already submitted and can’t be changed',
  ),
} as const satisfies Record<string, RefusalEntry>
