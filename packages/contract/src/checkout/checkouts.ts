import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { productId } from '../catalog/prices.ts'
import { customerId } from '../customers/shapes.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { currency, instant } from '../primitives.ts'
import { Checkout, checkoutId } from './checkout-shapes.ts'
import { checkoutStatuses } from './checkout-statuses.ts'
import { checkoutChanges, checkoutInput } from './inputs.ts'

const searchLengthMax = 256

const ofCheckouts = { ...forSellers, tag: 'Checkouts' } as const
const mayRead = 'checkouts:read'
const mayWrite = 'checkouts:write'

const ofOne = z.object({ id: checkoutId })

/** What opens a checkout can make its holder a customer, so reading checkouts doesn’t show it. */
const forReaders =
  'Without the right to write checkouts, `client_secret`, `url` and ' +
  '`payment_processor_metadata` are empty, and `success_url` is too unless the seller set it.'

/** What can be wrong with the content, for sellers and buyers. */
export const contentRefusals = [
  'checkout_product_archived',
  'checkout_amount_low',
  'checkout_amount_high',
  'checkout_discount_not_applicable',
  'checkout_tax_id_invalid',
  'checkout_tax_id_country_missing',
  'checkout_custom_field_invalid',
] as const

export const choiceRefusals = [
  'checkout_product_not_offered',
  'checkout_price_not_offered',
] as const

export const listCheckouts = operation({
  ...ofCheckouts,
  name: 'listCheckouts',
  reads: 'replica',
  method: 'GET',
  path: '/v1/checkouts/',
  summary: 'List checkouts',
  description:
    '`query` matches a part of the buyer’s email address. `created_after` is inclusive, ' +
    `\`created_before\` exclusive. ${forReaders}`,
  may: mayRead,
  query: z.object({
    ...listing(['created_at', 'expires_at', 'status'], ['-created_at']),
    organizationId: anyOf(organizationId),
    productId: anyOf(productId),
    customerId: anyOf(customerId),
    status: anyOf(z.enum(checkoutStatuses)),
    currency: anyOf(currency),
    createdAfter: z.optional(instant),
    createdBefore: z.optional(instant),
    query: z.optional(z.string().check(z.maxLength(searchLengthMax))),
  }),
  returns: listOf(Checkout),
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})

export const createCheckout = operation({
  ...ofCheckouts,
  name: 'createCheckout',
  method: 'POST',
  path: '/v1/checkouts/',
  summary: 'Create a checkout',
  description:
    'Send the buyer to the `url` of the response. The first product is selected; the buyer can ' +
    'choose another. An amount counts only for prices that the buyer chooses. `subscription_id` is ' +
    'a free subscription that becomes the bought one. `embed_origin` may be any site, also one that ' +
    '`embed_origins` of the organization does not list. A checkout expires after an hour.',
  may: mayWrite,
  body: checkoutInput,
  returns: Checkout,
  status: 201,
  refuses: [
    ...callRefusals,
    ...placeRefusals,
    'checkout_product_unknown',
    'checkout_price_unknown',
    'checkout_product_twice',
    'checkout_discount_unknown',
    'customer_unknown',
    'checkout_subscription_unknown',
    'checkout_subscription_paid',
    'checkout_subscription_of_another',
    'checkout_product_once',
    'already_active_subscription',
    ...contentRefusals,
  ],
})

export const getCheckout = operation({
  ...ofCheckouts,
  name: 'getCheckout',
  method: 'GET',
  path: '/v1/checkouts/:id',
  summary: 'Get a checkout',
  description: forReaders,
  may: mayRead,
  params: ofOne,
  returns: Checkout,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const updateCheckout = operation({
  ...ofCheckouts,
  name: 'updateCheckout',
  method: 'PATCH',
  path: '/v1/checkouts/:id',
  summary: 'Update a checkout',
  description: 'Only while it is open. Another product resets the amount.',
  may: mayWrite,
  refusesUnpermittedAs: 'unauthorized',
  params: ofOne,
  body: checkoutChanges,
  returns: Checkout,
  status: 200,
  refuses: [
    'unauthorized',
    'invalid_access_token',
    'access_token_expired',
    'not_found',
    'checkout_not_open',
    'checkout_expired',
    'checkout_discount_unknown',
    'already_active_subscription',
    ...choiceRefusals,
    ...contentRefusals,
  ],
})
