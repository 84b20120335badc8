import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

export const subscriptionRefusals = {
  /** In words of its own: here the client takes 403 for a subscription that is canceled. */
  subscription_not_permitted: {
    status: 401,
    message: 'Your access token, or your role in this organization, does not allow this',
    error: 'Unauthorized',
  },
  subscription_canceled: {
    status: 403,
    message: 'This subscription is canceled, or will be at the end of its period',
    error: 'AlreadyCanceledSubscription',
  },
  subscription_not_canceling: {
    status: 400,
    message: 'This subscription is not about to end',
    error: 'NotCanceledSubscription',
  },
  subscription_ended: {
    status: 410,
    message: 'This subscription has ended. Begin a new one.',
    error: 'EndedSubscription',
  },
  subscription_past_due: {
    status: 409,
    message: 'A payment of this subscription is overdue. It must be paid before anything changes.',
    error: 'PastDueSubscription',
  },
  subscription_incomplete: {
    status: 409,
    message: 'The first payment of this subscription is not finished',
    error: 'IncompleteSubscription',
  },
  subscription_active_already: {
    status: 403,
    message:
      'This customer has an active subscription already. Change that one, or allow several in the ' +
      'settings of the organization.',
    error: 'AlreadyActiveSubscriptionError',
  },
  subscription_change_under_way: {
    status: 409,
    message: 'A change of this subscription is being paid. Please look again in a moment.',
    error: 'SubscriptionLocked',
  },
  /** In the words of whoever declined. */
  subscription_payment_failed: { status: 402, message: '{message}', error: 'PaymentFailed' },
  subscription_payment_method_missing: {
    status: 402,
    message: 'There is no payment method to charge. The customer has to add one first.',
    error: 'PaymentMethodMissing',
  },

  subscription_product_unknown: unprocessable('Product not found'),
  subscription_product_archived: unprocessable('This product is archived'),
  subscription_product_one_time: unprocessable('This product is not billed again and again'),
  subscription_product_custom_price: unprocessable(
    'The buyer names the price of this product, so it takes a checkout',
  ),
  subscription_product_metered: unprocessable(
    'Products that are billed by usage can’t be subscribed to on this server',
  ),
  subscription_product_currency: unprocessable(
    'This product has no price in the currency of the subscription',
  ),
  subscription_product_unchanged: unprocessable('The subscription has this product already'),
  subscription_product_not_free: unprocessable(
    'Only a free product can be subscribed to without a checkout',
  ),
  subscription_discount_unknown: unprocessable('Discount not found, or it can’t be used now'),
  subscription_discount_not_applicable: unprocessable(
    'This discount doesn’t apply to this product',
  ),
  subscription_trial_over: unprocessable('Only a subscription that is on trial has an end of it'),
  subscription_trial_end_past: unprocessable('A trial can only end in the future'),

  organization_has_subscriptions: {
    status: 400,
    message:
      'Customers of {organization} still pay for {subscriptions}. Cancel or revoke what they have, ' +
      'and when it has ended delete the organization.',
    error: 'BadRequest',
    code: 'ORGANIZATION_HAS_SUBSCRIPTIONS',
  },
} as const satisfies Record<string, RefusalEntry>
