import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { productId } from '../catalog/prices.ts'
import { operation, type RateLimitRule } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { CheckoutLink, checkoutLinkId, linkChanges, linkInput } from './link-shapes.ts'

const searchLengthMax = 256

const ofLinks = { ...forSellers, tag: 'Checkout links' } as const
const mayRead = 'checkout_links:read'
const mayWrite = 'checkout_links:write'

const ofOne = z.object({ id: checkoutLinkId })

const offerRefusals = [
  'checkout_product_unknown',
  'checkout_product_archived',
  'checkout_product_private',
  'checkout_product_twice',
  'checkout_discount_unknown',
  'link_discount_for_others',
] as const

export const listCheckoutLinks = operation({
  ...ofLinks,
  name: 'listCheckoutLinks',
  reads: 'replica',
  method: 'GET',
  path: '/v1/checkout-links/',
  summary: 'List checkout links',
  description: '`query` matches a part of the label, or of a product’s name.',
  may: mayRead,
  query: z.object({
    ...listing(['created_at', 'label', 'success_url', 'allow_discount_codes'], ['created_at']),
    organizationId: anyOf(organizationId),
    productId: anyOf(productId),
    query: z.optional(z.string().check(z.maxLength(searchLengthMax))),
  }),
  returns: listOf(CheckoutLink),
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})

export const createCheckoutLink = operation({
  ...ofLinks,
  name: 'createCheckoutLink',
  method: 'POST',
  path: '/v1/checkout-links/',
  summary: 'Create a checkout link',
  description:
    'Everyone who opens the `url` of the response gets their own checkout with these products.',
  may: mayWrite,
  body: linkInput,
  returns: CheckoutLink,
  status: 201,
  refuses: [...callRefusals, ...placeRefusals, ...offerRefusals, 'checkout_price_unknown'],
})

export const getCheckoutLink = operation({
  ...ofLinks,
  name: 'getCheckoutLink',
  method: 'GET',
  path: '/v1/checkout-links/:id',
  summary: 'Get a checkout link',
  may: mayRead,
  params: ofOne,
  returns: CheckoutLink,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const updateCheckoutLink = operation({
  ...ofLinks,
  name: 'updateCheckoutLink',
  method: 'PATCH',
  path: '/v1/checkout-links/:id',
  summary: 'Update a checkout link',
  description: 'Applies to later visits; the URL stays the same.',
  may: mayWrite,
  params: ofOne,
  body: linkChanges,
  returns: CheckoutLink,
  status: 200,
  refuses: [...callRefusals, 'not_found', ...offerRefusals],
})

export const deleteCheckoutLink = operation({
  ...ofLinks,
  name: 'deleteCheckoutLink',
  method: 'DELETE',
  path: '/v1/checkout-links/:id',
  summary: 'Delete a checkout link',
  description: 'The link creates no more checkouts; existing checkouts continue.',
  may: mayWrite,
  params: ofOne,
  returns: null,
  status: 204,
  refuses: [...callRefusals, 'not_found'],
})

/** Each visit creates a checkout; many buyers may share an IP address. */
const visitLimit = [
  { requestsMax: 60, windowSeconds: 60, by: 'address' },
] as const satisfies readonly RateLimitRule[]

/** Invalid values are ignored; of repeated parameters the first one counts. */
const parameter = anyOf(z.string())

export const followCheckoutLink = operation({
  wire: 'billing',
  for: 'anyone',
  tag: 'Checkout links',
  name: 'followCheckoutLink',
  method: 'GET',
  path: '/v1/checkout-links/:clientSecret/redirect',
  summary: 'Follow a checkout link',
  description:
    'Creates a checkout and redirects to its page with 307. `reference_id` and `utm_…` become ' +
    'metadata of the checkout, unless the link has the same key; `embed_origin` is the site that ' +
    'embeds it, which the organization must allow in `embed_origins`. All other parameters are ' +
    'passed to the page, which supports `customer_email`, ' +
    '`customer_name`, `discount_code`, `amount`, `product_id`, `custom_field_data.{slug}` and ' +
    '`theme`. Archived products and discounts that cannot be used are left out.',
  rateLimit: visitLimit,
  params: z.object({ clientSecret: z.string() }),
  query: z.object({
    referenceId: parameter,
    utmSource: parameter,
    utmMedium: parameter,
    utmCampaign: parameter,
    utmTerm: parameter,
    utmContent: parameter,
    embedOrigin: parameter,
  }),
  returns: null,
  status: 204,
  refuses: ['not_found'],
})
