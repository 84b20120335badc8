import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf, metadataFilter } from '../billing/listing.ts'
import { discountId } from '../catalog/discount-shapes.ts'
import { productId } from '../catalog/prices.ts'
import { customerId } from '../customers/shapes.ts'
import { endpoint } from '../endpoint.ts'
import { organizationId } from '../organizations/shapes.ts'
import { changeRefusals, chargeRefusals, productRefusals } from './change-refusals.ts'
import { newSubscription, subscriptionChange } from './changes.ts'
import { Subscription, subscriptionId, subscriptionStatuses } from './subscription-shapes.ts'

const ofSubscriptions = { ...forSellers, tag: 'Subscriptions' } as const
const searchLengthMax = 256
const mayRead = 'subscriptions:read'
const mayWrite = 'subscriptions:write'

const ofOne = z.object({ id: subscriptionId })

/** Where the client takes 403 for a subscription that is canceled. */
const [unauthorized, invalidToken, expiredToken] = callRefusals
const writeRefusals = [
  unauthorized,
  invalidToken,
  expiredToken,
  'subscription_not_permitted',
  'not_found',
] as const
const listRefusals = ['organization_id_missing', 'several_organizations'] as const

export const listSubscriptions = endpoint({
  ...ofSubscriptions,
  name: 'listSubscriptions',
  method: 'GET',
  path: '/v1/subscriptions/',
  summary: 'List subscriptions',
  description:
    'Active ones are those on trial as well, ending ones those that are canceled and go on until the ' +
    'end of their period. `query` finds a part of the customer’s name or email address. Customers, ' +
    'products and discounts are sorted by name.',
  may: mayRead,
  query: z.object({
    ...listing(
      ['customer', 'status', 'started_at', 'current_period_end', 'amount', 'product', 'discount'],
      ['-started_at'],
    ),
    organizationId: anyOf(organizationId),
    productId: anyOf(productId),
    customerId: anyOf(customerId),
    discountId: anyOf(discountId),
    active: z.optional(z.boolean()),
    ending: z.optional(z.boolean()),
    query: z.optional(z.string().check(z.maxLength(searchLengthMax))),
    status: anyOf(z.enum(subscriptionStatuses)),
    metadata: metadataFilter,
  }),
  returns: listOf(Subscription),
  status: 200,
  refuses: [...callRefusals, ...listRefusals],
})

export const createSubscription = endpoint({
  ...ofSubscriptions,
  name: 'createSubscription',
  method: 'POST',
  path: '/v1/subscriptions/',
  summary: 'Subscribe a customer to a free product, or to a trial',
  description:
    'The customer is named by its id or by its external id. What costs something is subscribed to ' +
    'at a checkout, or here with a `trial_end`: when the trial is over, the customer’s card is charged.',
  may: mayWrite,
  body: newSubscription,
  returns: Subscription,
  status: 201,
  refuses: [
    ...callRefusals,
    ...productRefusals,
    'subscription_product_not_free',
    'subscription_trial_end_past',
    'subscription_active_already',
    'customer_unknown',
  ],
})

export const getSubscription = endpoint({
  ...ofSubscriptions,
  name: 'getSubscription',
  method: 'GET',
  path: '/v1/subscriptions/:id',
  summary: 'Get a subscription',
  may: mayRead,
  params: ofOne,
  returns: Subscription,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const updateSubscription = endpoint({
  ...ofSubscriptions,
  name: 'updateSubscription',
  method: 'PATCH',
  path: '/v1/subscriptions/:id',
  summary: 'Change a subscription',
  description:
    'One change at a time: another product, a discount, the end of the period as the end of the ' +
    'subscription or no longer, its end at once, the end of its trial, or that a change is not to ' +
    'come after all. What is billed at once is charged before the answer; where that fails, ' +
    'everything is as it was.',
  may: mayWrite,
  params: ofOne,
  body: subscriptionChange,
  returns: Subscription,
  status: 200,
  refuses: [...writeRefusals, ...changeRefusals, ...chargeRefusals],
  refusesUnpermittedAs: 'subscription_not_permitted',
})

export const revokeSubscription = endpoint({
  ...ofSubscriptions,
  name: 'revokeSubscription',
  method: 'DELETE',
  path: '/v1/subscriptions/:id',
  summary: 'End a subscription at once',
  description: 'Nothing is paid back, and nothing is collected any more.',
  may: mayWrite,
  params: ofOne,
  returns: Subscription,
  status: 200,
  refuses: [...writeRefusals, 'subscription_canceled'],
  refusesUnpermittedAs: 'subscription_not_permitted',
})

export const exportSubscriptions = endpoint({
  ...ofSubscriptions,
  name: 'exportSubscriptions',
  method: 'GET',
  path: '/v1/subscriptions/export',
  summary: 'Export subscriptions as CSV',
  description:
    'The newest first. Whoever accepts `application/json` gets the file as a JSON string, anybody ' +
    'else as `text/csv`.',
  may: mayRead,
  query: z.object({ organizationId: anyOf(organizationId) }),
  returns: z.string(),
  status: 200,
  refuses: [...callRefusals, ...listRefusals],
})
