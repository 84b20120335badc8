import * as z from 'zod/mini'
import { benefitId } from '../benefits/shapes.ts'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf, metadataFilter } from '../billing/listing.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { priceInput, productId, recurringIntervals, requestedPrice } from './prices.ts'
import {
  Product,
  productBenefits,
  productDetails,
  productLinksMax,
  productName,
  productVisibilities,
} from './product-shapes.ts'

const searchLengthMax = 256

const ofProducts = { ...forSellers, tag: 'Products' } as const
const mayRead = 'products:read'
const mayWrite = 'products:write'

const ofOne = z.object({ id: productId })
const severalPrices = [z.minLength(1), z.maxLength(productLinksMax)] as const

const listRefusals = ['organization_id_missing', 'several_organizations'] as const
export const usagePriceRefusals = [
  'product_price_unit_amount',
  'product_price_unit_amount_differs',
  'product_price_units',
  'product_price_tier_amount',
  'product_price_included_units',
  'product_price_tier_order',
  'product_price_tier_end',
  'product_price_tiers_free',
  'product_price_minimum_above_cap',
] as const
const priceRefusals = [
  'product_price_static_twice',
  'product_price_metered_once_bought',
  'product_price_metered_off',
  'product_price_meter_unknown',
  'product_price_meter_archived',
  'product_price_meter_twice',
  ...usagePriceRefusals,
] as const
const linkRefusals = [
  'product_media_unknown',
  'product_media_twice',
  'product_custom_field_unknown',
  'product_custom_field_twice',
] as const

export const listProducts = operation({
  ...ofProducts,
  name: 'listProducts',
  reads: 'replica',
  method: 'GET',
  path: '/v1/products/',
  summary: 'List products',
  description:
    '`query` matches any part of the name. `price_amount` sorts by the minimum due at purchase, ' +
    'and `price_amount_type` sorts free before custom, fixed and metered prices.',
  may: mayRead,
  query: z.object({
    ...listing(['created_at', 'name', 'price_amount_type', 'price_amount'], ['-created_at']),
    id: anyOf(productId),
    organizationId: anyOf(organizationId),
    query: z.optional(z.string().check(z.maxLength(searchLengthMax))),
    isArchived: z.optional(z.boolean()),
    isRecurring: z.optional(z.boolean()),
    visibility: anyOf(z.enum(productVisibilities)),
    benefitId: anyOf(benefitId),
    metadata: metadataFilter,
  }),
  returns: listOf(Product),
  status: 200,
  refuses: [...callRefusals, ...listRefusals],
})

export const createProduct = operation({
  ...ofProducts,
  name: 'createProduct',
  method: 'POST',
  path: '/v1/products/',
  summary: 'Create a product',
  description:
    'A product has one static price (free, fixed or custom); a recurring product can also have ' +
    'metered prices, or only those. What was used in a period is billed at its end: by unit, or by ' +
    'packages or tiers with `pricing`. ' +
    '`visibility` is who can buy it: ' +
    '`public` anyone, `unlisted` those who have a checkout link or a checkout of yours, `private` ' +
    'those for whom you create a checkout or a subscription.',
  may: mayWrite,
  body: z.object({
    ...productDetails,
    organizationId: z.nullish(organizationId),
    name: productName,
    recurringInterval: z.nullable(z.enum(recurringIntervals)),
    prices: z.array(priceInput).check(...severalPrices),
  }),
  returns: Product,
  status: 201,
  refuses: [...callRefusals, ...placeRefusals, ...priceRefusals, ...linkRefusals],
})

export const getProduct = operation({
  ...ofProducts,
  name: 'getProduct',
  method: 'GET',
  path: '/v1/products/:id',
  summary: 'Get a product',
  may: mayRead,
  params: ofOne,
  returns: Product,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const updateProduct = operation({
  ...ofProducts,
  name: 'updateProduct',
  method: 'PATCH',
  path: '/v1/products/:id',
  summary: 'Update a product',
  description:
    '`prices` replaces the whole list: a price with an `id`, alone or whole as it was read, is ' +
    'kept and cannot change; one without adds a price; and prices that are not listed are ' +
    'archived. Subscriptions keep their price. The recurring interval cannot change.',
  may: mayWrite,
  params: ofOne,
  body: z.object({
    ...productDetails,
    name: z.nullish(productName),
    recurringInterval: z.nullish(z.enum(recurringIntervals)),
    isArchived: z.nullish(z.boolean()),
    prices: z.nullish(z.array(requestedPrice).check(...severalPrices)),
  }),
  returns: Product,
  status: 200,
  refuses: [
    ...callRefusals,
    'not_found',
    'product_interval_fixed',
    'product_price_unknown',
    'product_price_fixed',
    'product_price_twice',
    ...priceRefusals,
    ...linkRefusals,
  ],
})

export const updateProductBenefits = operation({
  ...ofProducts,
  name: 'updateProductBenefits',
  method: 'POST',
  path: '/v1/products/:id/benefits',
  summary: 'Set the benefits of a product',
  description: 'Replaces the whole list. Buyers see the benefits in this order.',
  may: mayWrite,
  params: ofOne,
  body: z.object({ benefits: productBenefits }),
  returns: Product,
  status: 200,
  refuses: [
    ...callRefusals,
    'not_found',
    'product_benefit_unknown',
    'product_benefit_twice',
    'product_benefit_fixed',
  ],
})
