import type { RefusalEntry } from '../refusal-entry.ts'

/** With a code where users buy on the account wire. */
const unprocessable = (message: string, code?: string) =>
  ({
    status: 422,
    message,
    error: 'RequestValidationError',
    ...(code !== undefined && { code }),
  }) as const
const missing = (message: string) => ({ ...unprocessable(message), fault: 'missing' }) as const

export const checkoutRefusals = {
  /** The message explains why the payment was declined. */
  payment_failed: { status: 400, message: '{message}', error: 'PaymentError' },
  checkout_not_open: {
    status: 403,
    message: 'This checkout is {status}, so it can no longer be changed',
    error: 'NotOpenCheckout',
  },
  checkout_expired: {
    status: 410,
    message: 'This checkout has expired. Please start a new one.',
    error: 'ExpiredCheckoutError',
  },

  checkout_product_unknown: unprocessable('Product not found'),
  checkout_product_archived: unprocessable(
    'This product is archived and can no longer be bought',
    'PRODUCT_ARCHIVED',
  ),
  checkout_product_not_public: unprocessable(
    'This product is not public: it is sold through a checkout link or a checkout of the seller',
    'PRODUCT_NOT_PUBLIC',
  ),
  checkout_product_private: unprocessable(
    'This product is private, and anyone can follow a link. Make it unlisted, or create a checkout ' +
      'for the customer.',
  ),
  checkout_product_twice: unprocessable('This product is listed twice', 'PRODUCT_LISTED_TWICE'),
  checkout_product_not_offered: unprocessable('This checkout doesn’t offer this product'),
  checkout_price_unknown: unprocessable('Price not found'),
  checkout_price_not_offered: unprocessable('This checkout doesn’t offer this price'),
  checkout_amount_low: unprocessable('Must be at least {minimum}'),
  checkout_amount_high: unprocessable('Must be at most {maximum}'),
  checkout_discount_unknown: unprocessable('Discount not found, or it can’t be used now'),
  checkout_discount_not_applicable: unprocessable('This discount doesn’t apply to this product'),
  checkout_discount_taken: unprocessable('This discount has just been used up'),
  checkout_discount_codes_off: unprocessable('This checkout does not accept discount codes'),
  checkout_tax_id_invalid: unprocessable('This is not a valid tax id of {country}'),
  checkout_tax_id_country_missing: missing('A tax id needs the country of the billing address'),
  checkout_custom_field_invalid: unprocessable('{reason}', 'CUSTOM_FIELD_INVALID'),
  checkout_field_missing: missing('Field required'),
  checkout_total_low: unprocessable(
    'The total of {total} is below {minimum}, the smallest amount that can be charged',
  ),
  checkout_due_changed: {
    status: 409,
    message: '{due} is due now, more than was shown. Please check the total again.',
    error: 'CheckoutDueChanged',
  },
  checkout_prices_changed: {
    status: 409,
    message: 'The prices of usage have changed. Please check them again.',
    error: 'CheckoutPricesChanged',
  },
  checkout_token_invalid: unprocessable(
    'Not a confirmation token. Card numbers must never be sent here.',
  ),
  checkout_stream_full: {
    status: 429,
    message: 'Too many pages are listening',
    error: 'TooManyRequests',
  },
  checkout_subscription_unknown: unprocessable('Subscription not found, or it has ended'),
  checkout_subscription_paid: unprocessable(
    'This is a paid subscription. Change its plan instead.',
  ),
  checkout_subscription_of_another: unprocessable('This subscription belongs to another customer'),
  checkout_product_once: unprocessable(
    'This product is a one-time purchase, so it can’t replace a subscription',
  ),
  already_active_subscription: {
    status: 403,
    message:
      'You already have an active subscription with {seller}. You can change its plan at {url}',
    error: 'AlreadyActiveSubscriptionError',
    code: 'ALREADY_ACTIVE_SUBSCRIPTION',
  },
  subscription_under_way: {
    status: 403,
    message:
      'The payment for another subscription with {seller} is in progress. Wait a moment, then see {url}',
    error: 'AlreadyActiveSubscriptionError',
  },
  link_discount_for_others: {
    status: 422,
    message: 'This discount applies to none of these products',
    error: 'RequestValidationError',
  },
  checkout_not_over: {
    status: 409,
    message: 'This checkout is {status}. Only one that has expired or failed can be restarted.',
    error: 'CheckoutNotOver',
  },
  checkout_nothing_for_sale: {
    status: 409,
    message: 'None of this checkout’s products are for sale anymore',
    error: 'NothingForSale',
  },
} as const satisfies Record<string, RefusalEntry>
