/** Refusals of a product that a subscription can’t change to. */
export const productRefusals = [
  'subscription_product_unknown',
  'subscription_product_archived',
  'subscription_product_one_time',
  'subscription_product_custom_price',
] as const

/** Refusals of a change and of its preview. */
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
  'subscription_payment_under_way',
  'subscription_incomplete',
  'subscription_paused',
  'subscription_trial_over',
  'subscription_trial_end_past',
] as const

/** Refusals of a change that must be paid immediately. */
export const chargeRefusals = [
  'subscription_change_under_way',
  'subscription_payment_failed',
  'subscription_payment_method_missing',
] as const
