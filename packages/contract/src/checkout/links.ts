import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { productId } from '../catalog/prices.ts'
import { endpoint, type RateLimitRule } from '../endpoint.ts'
import { organizationId } from '../organizations/shapes.ts'
import { CheckoutLink, checkoutLinkId, linkChanges, linkInput } from './link-shapes.ts'

const searchLengthMax = 256

const ofLinks = { ...forSellers, tag: 'Checkout links' } as const
const mayRead = 'checkout_links:read'
const mayWrite = 'checkout_links:write'

const ofOne = z.object({ id: checkoutLinkId })

const wishRefusals = [
  'checkout_product_unknown',
  'checkout_product_archived',
  'checkout_product_twice',
  'checkout_discount_unknown',
  'link_discount_for_others',
] as const

export const listCheckoutLinks = endpoint({
  ...ofLinks,
  name: 'listCheckoutLinks',
  method: 'GET',
  path: '/v1/checkout-links/',
  summary: 'List checkout links',
  description: '`query` finds a part of the label, or of a product’s name.',
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

export const createCheckoutLink = endpoint({
  ...ofLinks,
  name: 'createCheckoutLink',
  method: 'POST',
  path: '/v1/checkout-links/',
  summary: 'Create a checkout link',
  description:
    'Whoever follows the `url` of the answer gets a checkout of their own, with these products to ' +
    'choose from.',
  may: mayWrite,
  body: linkInput,
  returns: CheckoutLink,
  status: 201,
  refuses: [...callRefusals, ...placeRefusals, ...wishRefusals, 'checkout_price_unknown'],
})

export const getCheckoutLink = endpoint({
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

export const updateCheckoutLink = endpoint({
  ...ofLinks,
  name: 'updateCheckoutLink',
  method: 'PATCH',
  path: '/v1/checkout-links/:id',
  summary: 'Change a checkout link',
  description: 'Holds for whoever follows it from then on; its address stays.',
  may: mayWrite,
  params: ofOne,
  body: linkChanges,
  returns: CheckoutLink,
  status: 200,
  refuses: [...callRefusals, 'not_found', ...wishRefusals],
})

export const deleteCheckoutLink = endpoint({
  ...ofLinks,
  name: 'deleteCheckoutLink',
  method: 'DELETE',
  path: '/v1/checkout-links/:id',
  summary: 'Delete a checkout link',
  description: 'Nobody gets a checkout by it any more; those that were begun go on.',
  may: mayWrite,
  params: ofOne,
  returns: null,
  status: 204,
  refuses: [...callRefusals, 'not_found'],
})

/** Each visit makes a checkout; a crowd behind one address may come at the same time. */
const visitLimit = [
  { requestsMax: 60, windowSeconds: 60, by: 'address' },
] as const satisfies readonly RateLimitRule[]

/** Whatever stands there, a buyer isn’t sent away for it; of several the first counts. */
const mark = anyOf(z.string())

export const followCheckoutLink = endpoint({
  wire: 'billing',
  for: 'anyone',
  tag: 'Checkout links',
  name: 'followCheckoutLink',
  method: 'GET',
  path: '/v1/checkout-links/:clientSecret/redirect',
  summary: 'Follow a checkout link',
  description:
    'Makes a checkout and answers 307 to its page. `reference_id` and `utm_…` become metadata of ' +
    'the checkout, unless the link has that key; `embed_origin` is the site that embeds it; every ' +
    'other parameter goes on to the page, which understands `customer_email`, `customer_name`, ' +
    '`discount_code`, `amount`, `product_id`, `custom_field_data.{slug}` and `theme`. Products that ' +
    'are archived by now are left out, and so is a discount that can’t be used now.',
  rateLimit: visitLimit,
  params: z.object({ clientSecret: z.string() }),
  query: z.object({
    referenceId: mark,
    utmSource: mark,
    utmMedium: mark,
    utmCampaign: mark,
    utmTerm: mark,
    utmContent: mark,
    embedOrigin: mark,
  }),
  returns: null,
  status: 204,
  refuses: ['not_found'],
})
