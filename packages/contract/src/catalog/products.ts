import * as z from 'zod/mini'
import { benefitId } from '../benefits/shapes.ts'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf, metadataFilter } from '../billing/listing.ts'
import { endpoint } from '../endpoint.ts'
import { organizationId } from '../organizations/shapes.ts'
import { priceInput, productId, recurringIntervals, wantedPrice } from './prices.ts'
import {
  Product,
  productBenefits,
  productDetails,
  productName,
  productPartsMax,
} from './product-shapes.ts'

const searchLengthMax = 256

const ofProducts = { ...forSellers, tag: 'Products' } as const
const mayRead = 'products:read'
const mayWrite = 'products:write'

const ofOne = z.object({ id: productId })
const severalPrices = [z.minLength(1), z.maxLength(productPartsMax)] as const

const listRefusals = ['organization_id_missing', 'several_organizations'] as const
const priceRefusals = [
  'product_price_static_twice',
  'product_price_metered_once_bought',
  'product_price_metered_off',
  'product_price_meter_unknown',
  'product_price_meter_twice',
  'product_price_unit_amount',
] as const
const partRefusals = [
  'product_media_unknown',
  'product_media_twice',
  'product_custom_field_unknown',
  'product_custom_field_twice',
] as const

export const listProducts = endpoint({
  ...ofProducts,
  name: 'listProducts',
  method: 'GET',
  path: '/v1/products/',
  summary: 'List products',
  description:
    '`query` finds a part of the name. `price_amount` sorts by the least that a buyer pays at once.',
  may: mayRead,
  query: z.object({
    ...listing(['created_at', 'name', 'price_amount_type', 'price_amount'], ['-created_at']),
    id: anyOf(productId),
    organizationId: anyOf(organizationId),
    query: z.optional(z.string().check(z.maxLength(searchLengthMax))),
    isArchived: z.optional(z.boolean()),
    isRecurring: z.optional(z.boolean()),
    benefitId: anyOf(benefitId),
    metadata: metadataFilter,
  }),
  returns: listOf(Product),
  status: 200,
  refuses: [...callRefusals, ...listRefusals],
})

export const createProduct = endpoint({
  ...ofProducts,
  name: 'createProduct',
  method: 'POST',
  path: '/v1/products/',
  summary: 'Create a product',
  description:
    'One price that stands alone (free, fixed or custom), and on a recurring product any number ' +
    'of prices by a meter.',
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
  refuses: [...callRefusals, ...placeRefusals, ...priceRefusals, ...partRefusals],
})

export const getProduct = endpoint({
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

export const updateProduct = endpoint({
  ...ofProducts,
  name: 'updateProduct',
  method: 'PATCH',
  path: '/v1/products/:id',
  summary: 'Change a product',
  description:
    '`prices` is the whole list that is wanted: `{id}` keeps a price, anything else adds one, and ' +
    'those that aren’t listed are archived. Whoever subscribed keeps their price. How often a ' +
    'product is billed stays as it is.',
  may: mayWrite,
  params: ofOne,
  body: z.object({
    ...productDetails,
    name: z.nullish(productName),
    recurringInterval: z.nullish(z.enum(recurringIntervals)),
    isArchived: z.nullish(z.boolean()),
    prices: z.nullish(z.array(wantedPrice).check(...severalPrices)),
  }),
  returns: Product,
  status: 200,
  refuses: [
    ...callRefusals,
    'not_found',
    'product_interval_fixed',
    'product_price_unknown',
    'product_price_twice',
    ...priceRefusals,
    ...partRefusals,
  ],
})

export const updateProductBenefits = endpoint({
  ...ofProducts,
  name: 'updateProductBenefits',
  method: 'POST',
  path: '/v1/products/:id/benefits',
  summary: 'Set the benefits of a product',
  description: 'The whole list that is wanted, in the order in which buyers see it.',
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
