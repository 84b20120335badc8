import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

export const paymentRefusals = {
  sandbox_authentication_over: {
    status: 409,
    message: 'This payment is no longer waiting for authentication',
    error: 'AuthenticationOver',
  },
  payment_method_token_invalid: unprocessable(
    'This is not a confirmation token. Card numbers must never be sent here',
  ),
  payment_method_declined: unprocessable('{reason}'),
  payment_method_unconfirmed: unprocessable(
    'The bank requires the customer to authenticate: start a set-up for this card',
  ),
  payment_processor_away: {
    status: 503,
    message: 'The payment processor can’t be reached at the moment. Please try again.',
    error: 'PaymentProcessorAway',
  },
  payment_method_in_use: {
    status: 400,
    message:
      'An active subscription is paid with this card, and there is no other. Add another card first.',
    error: 'PaymentMethodInUseByActiveSubscription',
  },
} as const satisfies Record<string, RefusalEntry>
