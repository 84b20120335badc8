import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

export const productRefusals = {
  product_interval_fixed: unprocessable(
    'How often a product is billed stays as it is. Create another product instead.',
  ),
  product_price_unknown: unprocessable('Price not found among those in use of this product'),
  product_price_twice: unprocessable('This price is listed twice'),
  product_price_static_twice: unprocessable(
    'A product has one free, fixed or custom price at most',
  ),
  product_price_metered_once_bought: unprocessable(
    'Only a recurring product can have a price by a meter',
  ),
  product_price_metered_off: unprocessable(
    'Switch on usage-based billing in the settings of the organization first',
  ),
  product_price_meter_unknown: unprocessable('Meter not found'),
  product_price_meter_twice: unprocessable('Each meter can have one price of a product only'),
  product_price_unit_amount: unprocessable(
    'Must be more than 0, with at most 17 digits, of which at most 12 are decimals',
  ),
  product_media_unknown: unprocessable('File not found among the uploaded media of products'),
  product_media_twice: unprocessable('This file is listed twice'),
  product_custom_field_unknown: unprocessable('Custom field not found'),
  product_custom_field_twice: unprocessable('This custom field is listed twice'),
  product_benefit_unknown: unprocessable('Benefit not found'),
  product_benefit_twice: unprocessable('This benefit is listed twice'),
  product_benefit_fixed: unprocessable(
    'The benefit {description} can be neither added to a product nor removed from one',
  ),
} as const satisfies Record<string, RefusalEntry>
