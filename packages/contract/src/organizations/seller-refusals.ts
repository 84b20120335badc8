import type { RefusalEntry } from '../refusal-entry.ts'

const unauthorized = (message: string) =>
  ({ status: 401, message, error: 'Unauthorized', bearerError: 'invalid_token' }) as const
const forbidden = (message: string) => ({ status: 403, message, error: 'NotPermitted' }) as const
const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

/** Who may call the billing API for which seller: every way in which that is refused. */
export const sellerRefusals = {
  invalid_access_token: unauthorized(
    'This access token is not valid: it is mistyped, or it was revoked',
  ),
  access_token_expired: unauthorized('This access token has expired. Create a new one.'),
  insufficient_scope: {
    ...forbidden('This access token lacks the scope {scope}'),
    bearerError: 'insufficient_scope',
  },
  insufficient_role: forbidden('Your role in this organization does not allow this'),
  person_required: forbidden('Only a signed-in person may do this, not an access token'),

  organization_id_missing: { ...unprocessable('organization_id is required.'), fault: 'missing' },
  organization_id_unknown: unprocessable('Organization not found'),
  several_organizations: unprocessable('Name one organization at a time'),

  slug_already_taken: unprocessable('An organization with this slug already exists'),
  details_already_submitted: unprocessable(
    'The details were submitted before and stay as they are',
  ),
} as const satisfies Record<string, RefusalEntry>
