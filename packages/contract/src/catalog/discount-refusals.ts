import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

export const discountRefusals = {
  discount_code_taken: unprocessable('A discount with this code already exists'),
  discount_product_unknown: unprocessable('Product not found'),
  discount_dates_reversed: unprocessable('A discount must start before it ends'),
  discount_terms_fixed: unprocessable(
    'The type and the duration of a discount stay as they are. Create another discount instead.',
  ),
  discount_value_of_other_type: unprocessable('This discount is a {type}, and has no such value'),
  discount_redeemed: unprocessable(
    'This discount was redeemed already, so what it takes off stays. Create another one instead.',
  ),
  discount_redeemed_more_often: unprocessable(
    'This discount was redeemed {count} times already. Allow at least as many.',
  ),
  discount_ended: unprocessable(
    'To change this of a discount that has ended, let it end in the future or not at all',
  ),
} as const satisfies Record<string, RefusalEntry>
