import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

export const subscriptionRefusals = {
  /** 401, because the official client reads 403 as “already canceled” here. */
  subscription_not_permitted: {
    status: 401,
    message: 'Your access token, or your role in this organization, does not allow this',
    error: 'Unauthorized',
  },
  subscription_canceled: {
    status: 403,
    message: 'This subscription is already canceled, or will be at the end of its period',
    error: 'AlreadyCanceledSubscription',
  },
  subscription_not_canceling: {
    status: 400,
    message: 'This subscription is not set to end',
    error: 'NotCanceledSubscription',
  },
  subscription_ended: {
    status: 410,
    message: 'This subscription has ended. Start a new one.',
    error: 'EndedSubscription',
  },
  subscription_past_due: {
    status: 409,
    message: 'A payment of this subscription is overdue. It must be paid before any change.',
    error: 'PastDueSubscription',
  },
  subscription_paused: {
    status: 409,
    message:
      'A payment of this customer is disputed, so the card is not charged. Resume the renewals first.',
    error: 'SubscriptionPaused',
  },
  subscription_not_paused: {
    status: 409,
    message: 'The renewals of this subscription are not paused',
    error: 'SubscriptionNotPaused',
  },
  subscription_incomplete: {
    status: 409,
    message: 'The first payment of this subscription is incomplete',
    error: 'IncompleteSubscription',
  },
  subscription_active_already: {
    status: 403,
    message:
      'This customer already has an active subscription. Change that one, or allow several in ' +
      'the settings of the organization.',
    error: 'AlreadyActiveSubscriptionError',
  },
  subscription_payment_under_way: {
    status: 409,
    message:
      'A payment of this subscription is under way. Change its plan once that is completed, or ' +
      'with its next period.',
    error: 'SubscriptionLocked',
  },
  subscription_change_under_way: {
    status: 409,
    message: 'A change of this subscription is being paid. Try again in a moment.',
    error: 'SubscriptionLocked',
  },
  subscription_quote_outdated: {
    status: 409,
    message: 'The amount due now is {amount}, more than was shown. Check it, and try again.',
    error: 'QuoteOutdated',
  },
  /** With the decline message of the processor. */
  subscription_payment_failed: { status: 402, message: '{message}', error: 'PaymentFailed' },
  subscription_payment_method_missing: {
    status: 402,
    message: 'There is no payment method to charge. The customer must add one first.',
    error: 'PaymentMethodMissing',
  },

  subscription_product_unknown: unprocessable('Product not found'),
  subscription_product_archived: unprocessable('This product is archived'),
  subscription_product_one_time: unprocessable('This product is not recurring'),
  subscription_product_custom_price: unprocessable(
    'The buyer chooses the price of this product, so it is only sold at a checkout',
  ),
  subscription_product_currency: unprocessable(
    'This product has no price in the currency of the subscription',
  ),
  subscription_product_unchanged: unprocessable('The subscription already has this product'),
  subscription_product_not_free: unprocessable(
    'Only free products can be subscribed to without a checkout',
  ),
  subscription_discount_unknown: unprocessable('Discount not found or not redeemable now'),
  subscription_discount_not_applicable: unprocessable(
    'This discount doesn’t apply to this product',
  ),
  subscription_trial_over: unprocessable('The subscription is not on trial'),
  subscription_trial_end_past: unprocessable('A trial must end in the future'),

  organization_has_subscriptions: {
    status: 400,
    message:
      'Customers of {organization} still pay for {subscriptions}. Cancel or revoke them, and ' +
      'delete the organization once they have ended.',
    error: 'BadRequest',
    code: 'ORGANIZATION_HAS_SUBSCRIPTIONS',
  },
} as const satisfies Record<string, RefusalEntry>
