import type { RefusalEntry } from '../refusal-entry.ts'

export const limitRefusals = {
  usage_meter_unknown: {
    status: 422,
    message: 'The organization has no such meter',
    error: 'RequestValidationError',
  },
  usage_meter_not_added_up: {
    status: 422,
    message: 'Only meters that count events or sum a property have limits',
    error: 'RequestValidationError',
  },
  usage_subscription_unknown: {
    status: 422,
    message: 'The customer has no such subscription',
    error: 'RequestValidationError',
  },
  usage_reservation_unknown: {
    status: 404,
    message: 'There is no such reservation, or it ended more than a week ago',
    error: 'ResourceNotFound',
  },
  usage_reservation_different: {
    status: 409,
    message: 'This external_id belongs to a reservation of another customer, meter or amount',
    error: 'ReservationDifferent',
  },
  usage_reservation_released: {
    status: 409,
    message: 'The reservation was released',
    error: 'ReservationReleased',
  },
  usage_reservation_settled: {
    status: 409,
    message: 'The reservation was settled',
    error: 'ReservationSettled',
  },
  usage_event_not_counted: {
    status: 422,
    message:
      'The meter of the reservation doesn’t count this event. If nothing was used, release the reservation.',
    error: 'RequestValidationError',
  },
  usage_limit_of_customer: {
    status: 403,
    message: 'The customer has set this limit, and only the customer can delete it',
    error: 'NotPermitted',
  },
  usage_limit_of_seller: {
    status: 403,
    message: 'The seller has set this limit',
    error: 'NotPermitted',
  },
  usage_limit_too_high: {
    status: 422,
    message: 'The seller allows at most {most}',
    error: 'RequestValidationError',
  },
} as const satisfies Record<string, RefusalEntry>
