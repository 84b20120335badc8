import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const
const missing = (message: string) => ({ ...unprocessable(message), fault: 'missing' }) as const

export const checkoutRefusals = {
  /** In the words of whoever declined. */
  payment_failed: { status: 400, message: '{message}', error: 'PaymentError' },
  checkout_not_open: {
    status: 403,
    message: 'This checkout is {status}, so it can’t be changed any more',
    error: 'NotOpenCheckout',
  },
  checkout_expired: {
    status: 410,
    message: 'This checkout has expired. Please begin a new one.',
    error: 'ExpiredCheckoutError',
  },

  checkout_product_unknown: unprocessable('Product not found'),
  checkout_product_archived: unprocessable('This product is archived and can’t be bought any more'),
  checkout_product_twice: unprocessable('This product is listed twice'),
  checkout_product_not_offered: unprocessable('This checkout doesn’t offer this product'),
  checkout_price_unknown: unprocessable('Price not found'),
  checkout_price_not_offered: unprocessable('This checkout doesn’t offer this price'),
  checkout_amount_low: unprocessable('Must be at least {minimum}'),
  checkout_amount_high: unprocessable('Must be at most {maximum}'),
  checkout_discount_unknown: unprocessable('Discount not found, or it can’t be used now'),
  checkout_discount_not_applicable: unprocessable('This discount doesn’t apply to this product'),
  checkout_discount_taken: unprocessable('This discount has just been used up'),
  checkout_discount_codes_off: unprocessable('This checkout takes no discount codes'),
  checkout_state_unknown: unprocessable('{state} is no state or province of {country}'),
  checkout_tax_id_invalid: unprocessable('This is no tax id of {country}'),
  checkout_tax_id_country_missing: missing('A tax id needs the country of the billing address'),
  checkout_custom_field_invalid: unprocessable('{reason}'),
  checkout_field_missing: missing('Field required'),
  checkout_token_invalid: unprocessable(
    'Not a confirmation token. Card numbers must never be sent here.',
  ),
  checkout_stream_full: {
    status: 429,
    message: 'Too many pages are listening to this checkout',
    error: 'TooManyRequests',
  },
  checkout_metered_unavailable: unprocessable(
    'This product is billed by what is used of it, and this server takes no usage',
  ),
  checkout_subscription_unknown: unprocessable('Subscription not found, or it has ended'),
  checkout_subscription_paid: unprocessable(
    'This subscription is a paid one. Change its plan instead.',
  ),
  checkout_subscription_of_another: unprocessable('This subscription is another customer’s'),
  checkout_product_once: unprocessable(
    'This product is bought once, so a subscription can’t become it',
  ),
  already_active_subscription: {
    status: 403,
    message:
      'You already have an active subscription at {seller}. You can change its plan at {url}',
    error: 'AlreadyActiveSubscriptionError',
  },
  subscription_under_way: {
    status: 403,
    message:
      'Another subscription at {seller} is just being paid. Wait a moment, then look at {url}',
    error: 'AlreadyActiveSubscriptionError',
  },
} as const satisfies Record<string, RefusalEntry>
