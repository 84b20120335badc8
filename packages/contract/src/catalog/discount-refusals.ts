import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

export const discountRefusals = {
  discount_code_taken: unprocessable('A discount with this code already exists'),
  discount_product_unknown: unprocessable('Product not found'),
  discount_dates_reversed: unprocessable('A discount must start before it ends'),
  discount_terms_fixed: unprocessable(
    'The type and the duration of a discount cannot change. Create another discount instead.',
  ),
  discount_value_of_other_type: unprocessable('A discount of type {type} has no such value'),
  discount_redeemed: unprocessable(
    'The value and the months of a redeemed discount cannot change. Create another discount instead.',
  ),
  discount_redeemed_more_often: unprocessable(
    'This discount was redeemed {count} times already. Allow at least as many.',
  ),
  discount_ended: unprocessable(
    'This discount has ended. To change this, set an end in the future or remove the end.',
  ),
} as const satisfies Record<string, RefusalEntry>
