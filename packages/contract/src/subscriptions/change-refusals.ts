/** How a product is refused that a subscription is to be changed to. */
export const productRefusals = [
  'subscription_product_unknown',
  'subscription_product_archived',
  'subscription_product_one_time',
  'subscription_product_custom_price',
  'subscription_product_metered',
] as const

/** How a change is refused, carried out or only shown. */
export const changeRefusals = [
  ...productRefusals,
  'subscription_product_currency',
  'subscription_product_unchanged',
  'subscription_discount_unknown',
  'subscription_discount_not_applicable',
  'subscription_canceled',
  'subscription_not_canceling',
  'subscription_ended',
  'subscription_past_due',
  'subscription_incomplete',
  'subscription_trial_over',
  'subscription_trial_end_past',
] as const

/** How a change is refused that is to be paid at once. */
export const chargeRefusals = [
  'subscription_change_under_way',
  'subscription_payment_failed',
  'subscription_payment_method_missing',
] as const
