import * as z from 'zod/mini'
import { listOf } from '../billing/listing.ts'
import { productId } from '../catalog/prices.ts'
import { checkoutProductsMax, customFieldData, urlLengthMax } from '../checkout/inputs.ts'
import { CustomerState } from '../customers/state.ts'
import { callerLimit } from '../identity/limits.ts'
import { operation, type RateLimitRule } from '../operation.ts'
import { embedOrigin } from '../organizations/embed-origins.ts'
import { metadata } from '../primitives.ts'
import { requiresAny } from '../requires-any.ts'
import { eventMetadata } from '../usage/event-input.ts'
import { eventNameLengthMax } from '../usage/shapes.ts'
import { CustomerBenefitGrant, listPortalGrants } from './benefit-grants.ts'
import { listPortalCustomerMeters, PortalCustomerMeter } from './customer-meters.ts'
import { listPortalOrders } from './orders.ts'
import { CustomerOrder, CustomerSubscription } from './portal-shapes.ts'
import { listPortalSubscriptions } from './subscriptions.ts'

// The paths of the billing plugin for the client of accounts: a signed-in user buys from the
// organization that the settings name.

const referenceLengthMax = 255

const ofUsers = {
  wire: 'account',
  tag: 'Buying as a user',
  for: 'session',
  status: 200,
  rateLimit: callerLimit,
} as const

const userRefusals = ['unauthorized', 'users_have_no_seller'] as const

/** Each creates rows, and a user has no use for many. */
const openLimit = [
  { requestsMax: 10, windowSeconds: 60, by: 'caller' },
] as const satisfies readonly RateLimitRule[]

const page = { page: true, limit: true, sorting: true } as const

/** The lists of the plugin are wrapped as the billing client wraps them. */
const resultOf = <S extends z.core.$ZodType>(item: S) => z.object({ result: listOf(item) })

const reference = z.string().check(z.minLength(1), z.maxLength(referenceLengthMax))

/** Null, as plugins send what their user left out. */
const absent = (error: string) => z.nullish(z.custom<never>(() => false, { error }))

const Destination = z.object({ url: z.string(), redirect: z.boolean() })

export const createUserCheckout = operation({
  ...ofUsers,
  name: 'createUserCheckout',
  method: 'POST',
  path: '/api/auth/checkout',
  summary: 'Buy as the signed-in user',
  description:
    'Only public products can be bought. They are named by id, or by `slug`, which is compared with ' +
    '`slug` in their metadata; of several the user chooses. ' +
    '`referenceId` is kept in the metadata, like `metadata` itself; both are what the browser says. ' +
    '`successUrl` must be on a trusted origin; a path is on that of the page that sends the request.',
  body: z
    .object({
      products: z.optional(
        z.union([
          productId,
          z.array(productId).check(z.minLength(1), z.maxLength(checkoutProductsMax)),
        ]),
      ),
      slug: z.optional(reference),
      referenceId: z.optional(reference),
      customFieldData: z.optional(customFieldData),
      metadata: z.optional(metadata),
      allowDiscountCodes: z.optional(z.boolean()),
      redirect: z.optional(z.boolean()),
      successUrl: z.nullish(z.string().check(z.maxLength(urlLengthMax))),
      embedOrigin: z.nullish(embedOrigin),
      discountId: absent('Buyers enter the code of a discount'),
      returnUrl: absent('A checkout has no link back'),
      allowTrial: z.optional(z.boolean()),
      trialInterval: absent('This server has no trials'),
      trialIntervalCount: absent('This server has no trials'),
    })
    .check(
      z.refine(({ products, slug }) => (products === undefined) !== (slug === undefined), {
        error: 'Name the products once, by products or by slug',
        path: ['products'],
      }),
    )
    .register(z.globalRegistry, requiresAny(['products'], ['slug'])),
  returns: Destination,
  refuses: [
    ...userRefusals,
    'invalid_success_url',
    'checkout_product_unknown',
    'checkout_product_archived',
    'checkout_product_not_public',
    'checkout_product_twice',
    'checkout_custom_field_invalid',
    'already_active_subscription',
    'not_while_impersonating',
  ],
  rateLimit: openLimit,
})

const toPortal = {
  ...ofUsers,
  path: '/api/auth/customer/portal',
  summary: 'Open the customer portal as the signed-in user',
  description:
    'The URL signs in for an hour. A user who has bought nothing becomes a customer with it. With a ' +
    'verified address the user is also the customer who bought with that address alone.',
  returns: Destination,
  refuses: [...userRefusals, 'not_while_impersonating'],
  rateLimit: openLimit,
} as const

export const getUserPortal = operation({
  ...toPortal,
  name: 'getUserPortal',
  method: 'GET',
  crossSite: false,
})

export const openUserPortal = operation({
  ...toPortal,
  name: 'openUserPortal',
  method: 'POST',
  body: z.object({ redirect: z.optional(z.boolean()) }),
})

export const getUserState = operation({
  ...ofUsers,
  name: 'getUserState',
  method: 'GET',
  path: '/api/auth/customer/state',
  summary: 'Get what the signed-in user has bought',
  description:
    'Without the seller’s metadata, except `referenceId`. A user who has bought nothing has an ' +
    'empty state, whose `id` is the id of the user.',
  returns: CustomerState,
  refuses: userRefusals,
})

export const listUserBenefits = operation({
  ...ofUsers,
  name: 'listUserBenefits',
  method: 'GET',
  path: '/api/auth/customer/benefits/list',
  summary: 'List the benefits of the signed-in user',
  query: z.pick(listPortalGrants.query, page),
  returns: resultOf(CustomerBenefitGrant),
  refuses: userRefusals,
})

const UserSubscription = z.extend(CustomerSubscription, {
  metadata: z.object({ referenceId: z.optional(z.string()) }),
})

export const listUserSubscriptions = operation({
  ...ofUsers,
  name: 'listUserSubscriptions',
  method: 'GET',
  path: '/api/auth/customer/subscriptions/list',
  summary: 'List the subscriptions of the signed-in user',
  description:
    'With the id of an organization of which the user is a member as `referenceId`, those that any ' +
    'of its members bought for it. With any other, the user’s own that were bought with it.',
  query: z.extend(z.pick(listPortalSubscriptions.query, { ...page, active: true }), {
    referenceId: z.optional(reference),
  }),
  returns: resultOf(UserSubscription),
  refuses: userRefusals,
})

export const listUserOrders = operation({
  ...ofUsers,
  name: 'listUserOrders',
  method: 'GET',
  path: '/api/auth/customer/orders/list',
  summary: 'List the orders of the signed-in user',
  query: z.pick(listPortalOrders.query, { ...page, productBillingType: true }),
  returns: resultOf(CustomerOrder),
  refuses: userRefusals,
})

export const listUserMeters = operation({
  ...ofUsers,
  name: 'listUserMeters',
  method: 'GET',
  path: '/api/auth/usage/meters/list',
  summary: 'List the meters of the signed-in user',
  query: z.pick(listPortalCustomerMeters.query, page),
  returns: resultOf(PortalCustomerMeter),
  refuses: userRefusals,
})

export const ingestUserEvent = operation({
  ...ofUsers,
  name: 'ingestUserEvent',
  method: 'POST',
  path: '/api/auth/usage/ingest',
  summary: 'Record an event of the signed-in user',
  description:
    'For events whose names the settings list. A user can send any numbers, so list only names that ' +
    'meters count.',
  body: z.object({
    event: z.string().check(z.minLength(1), z.maxLength(eventNameLengthMax)),
    metadata: z.optional(eventMetadata),
  }),
  returns: z.object({ inserted: z.int(), duplicates: z.int() }),
  refuses: [...userRefusals, 'event_not_for_users', 'not_while_impersonating'],
})
