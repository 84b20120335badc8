import type { RefusalEntry } from '../refusal-entry.ts'

export const portalRefusals = {
  /** 422, because the official client reads 403 as “already canceled” here. */
  portal_plan_change_off: {
    status: 422,
    message: 'This seller does not let customers change their plan. Please contact the seller.',
    error: 'RequestValidationError',
  },
  /** The same for unknown products, so that guessing an id tells nothing. */
  portal_plan_not_offered: {
    status: 422,
    message: 'You can’t change to this plan yourself. Please contact the seller.',
    error: 'RequestValidationError',
  },
  portal_plan_unknown: {
    status: 422,
    message: 'Product not found',
    error: 'RequestValidationError',
  },
  portal_plan_twice: {
    status: 422,
    message: 'This product is listed twice',
    error: 'RequestValidationError',
  },
  portal_plan_unsuitable: {
    status: 422,
    message:
      'Customers can’t change to this product: it is archived or not recurring, its buyers choose ' +
      'the price, or it is billed by usage',
    error: 'RequestValidationError',
  },
  portal_plan_private: {
    status: 422,
    message: 'This product is private. Make it unlisted to let customers change to it.',
    error: 'RequestValidationError',
  },
  portal_billing_address_missing: {
    status: 422,
    message: 'This plan is taxed where you are. Add {part} to your billing address first.',
    error: 'RequestValidationError',
  },
  portal_subscription_unaccepted: {
    status: 409,
    message:
      'This subscription was bought with your email address and is paid with the card that was ' +
      'entered there. Accept it with a card of yours before you change its plan.',
    error: 'SubscriptionNotAccepted',
  },
  portal_email_change_off: {
    status: 403,
    message:
      'This server can’t send email, so a new email address can’t be confirmed here. Please ' +
      'contact the seller.',
    error: 'NotPermitted',
  },
  portal_email_code_invalid: {
    status: 422,
    message: 'This code is not valid: it was mistyped or has expired. Request a new one.',
    error: 'RequestValidationError',
  },
  /** The same for wrong codes, expired codes and unknown addresses. */
  portal_code_invalid: {
    status: 401,
    message: 'This code is not valid: it was mistyped or has expired. Request a new one.',
    error: 'Unauthorized',
  },
  users_have_no_seller: {
    status: 501,
    message:
      'Users can’t buy on this server yet. Set GUILDHALL_SELLER_ID to the id of the organization ' +
      'that they buy from.',
    error: 'NotImplemented',
    code: 'NOT_IMPLEMENTED',
  },
  invalid_success_url: {
    status: 403,
    message: 'Invalid successUrl: it must be a path, or on a trusted origin',
    error: 'NotPermitted',
    code: 'INVALID_SUCCESS_URL',
  },
  event_not_for_users: {
    status: 403,
    message: 'Users can’t send this event. GUILDHALL_USER_EVENTS lists those that they can.',
    error: 'NotPermitted',
    code: 'EVENT_NOT_FOR_USERS',
  },
} as const satisfies Record<string, RefusalEntry>
