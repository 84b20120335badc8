import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

export const productRefusals = {
  product_interval_fixed: unprocessable(
    'The recurring interval of a product cannot change. Create another product instead.',
  ),
  product_price_unknown: unprocessable('Price not found among the active prices of this product'),
  product_price_fixed: unprocessable(
    'A price cannot change. Send it without its id to replace it by a new one.',
  ),
  product_price_twice: unprocessable('This price is listed twice'),
  product_price_static_twice: unprocessable(
    'A product can have only one free, fixed or custom price',
  ),
  product_price_metered_once_bought: unprocessable(
    'Only a recurring product can have a metered price',
  ),
  product_price_metered_off: unprocessable(
    'Enable usage-based billing in the organization’s settings first',
  ),
  product_price_meter_unknown: unprocessable('Meter not found'),
  product_price_meter_archived: unprocessable('This meter is archived. Choose another.'),
  product_price_meter_twice: unprocessable('A product can have only one price per meter'),
  product_price_unit_amount: unprocessable(
    'Must be more than 0, with at most 17 digits and 12 decimals',
  ),
  product_price_unit_amount_differs: unprocessable('Must agree with pricing, or be left out'),
  product_price_units: unprocessable('Must be more than 0, with at most 17 digits and 12 decimals'),
  product_price_tier_amount: unprocessable(
    'Must be 0 or more, with at most 17 digits and 12 decimals',
  ),
  product_price_included_units: unprocessable(
    'Must be 0 or more, with at most 17 digits and 12 decimals',
  ),
  product_price_tier_order: unprocessable('Each tier must end after the one before it'),
  product_price_tier_end: unprocessable('The last tier, and only that one, has no end'),
  product_price_tiers_free: unprocessable('At least one tier must cost something'),
  product_price_minimum_above_cap: unprocessable('Must not be more than cap_amount'),
  product_media_unknown: unprocessable('File not found among the uploaded media of products'),
  product_media_twice: unprocessable('This file is listed twice'),
  product_custom_field_unknown: unprocessable('Custom field not found'),
  product_custom_field_twice: unprocessable('This custom field is listed twice'),
  product_benefit_unknown: unprocessable('Benefit not found'),
  product_benefit_twice: unprocessable('This benefit is listed twice'),
  product_benefit_fixed: unprocessable(
    'The benefit {description} can’t be added to or removed from products',
  ),
} as const satisfies Record<string, RefusalEntry>
