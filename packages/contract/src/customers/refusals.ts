import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

export const customerRefusals = {
  /** The same for expired, unknown and deleted sessions, so that it reveals nothing. */
  invalid_customer_session: {
    status: 401,
    message: 'This customer session is invalid or has expired',
    error: 'Unauthorized',
    bearerError: 'invalid_token',
  },
  /** A session of a single purchase asks for anything but this purchase. */
  customer_email_unproved: {
    status: 403,
    message:
      'This session shows a single purchase, because its email address was only typed. To see and ' +
      'change everything, request a code by mail and sign in with it.',
    error: 'CustomerEmailUnproved',
  },
  customer_email_taken: unprocessable('A customer with this email address already exists'),
  customer_external_id_taken: unprocessable('A customer with this external id already exists'),
  customer_external_id_fixed: unprocessable('An external id can’t be changed once it is set'),
  billing_address_needed: unprocessable(
    'A subscription is billed to this address, and its tax depends on {part}. Cancel the ' +
      'subscription first, or add {part}.',
  ),
  customer_unknown: unprocessable('Customer not found'),
} as const satisfies Record<string, RefusalEntry>
