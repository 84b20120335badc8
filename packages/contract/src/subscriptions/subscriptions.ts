import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf, metadataFilter } from '../billing/listing.ts'
import { discountId } from '../catalog/discount-shapes.ts'
import { productId } from '../catalog/prices.ts'
import { customerId } from '../customers/shapes.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { changeRefusals, chargeRefusals, productRefusals } from './change-refusals.ts'
import { newSubscription, subscriptionChange } from './changes.ts'
import { subscriptionExportColumns } from './export-columns.ts'
import { Subscription, subscriptionId } from './subscription-shapes.ts'
import { subscriptionStatuses } from './subscription-statuses.ts'

const ofSubscriptions = { ...forSellers, tag: 'Subscriptions' } as const
const searchLengthMax = 256
const mayRead = 'subscriptions:read'
const mayWrite = 'subscriptions:write'

const ofOne = z.object({ id: subscriptionId })

/** The official client reads 403 as “already canceled” here, so a missing scope is 401. */
const [unauthorized, invalidToken, expiredToken] = callRefusals
const writeRefusals = [
  unauthorized,
  invalidToken,
  expiredToken,
  'subscription_not_permitted',
  'not_found',
] as const
const listRefusals = ['organization_id_missing', 'several_organizations'] as const

const sortable = [
  'customer',
  'status',
  'started_at',
  'current_period_end',
  'amount',
  'product',
  'discount',
] as const

const filters = {
  organizationId: anyOf(organizationId),
  productId: anyOf(productId),
  customerId: anyOf(customerId),
  discountId: anyOf(discountId),
  active: z.optional(z.boolean()),
  ending: z.optional(z.boolean()),
  query: z.optional(z.string().check(z.maxLength(searchLengthMax))),
  status: anyOf(z.enum(subscriptionStatuses)),
  metadata: metadataFilter,
}

export const listSubscriptions = operation({
  ...ofSubscriptions,
  name: 'listSubscriptions',
  reads: 'replica',
  method: 'GET',
  path: '/v1/subscriptions/',
  summary: 'List subscriptions',
  description:
    '`active` includes trials; `ending` selects subscriptions that are canceled and continue ' +
    'until the end of their period. `query` matches part of the customer’s name or email ' +
    'address. Customers, products and discounts are sorted by name.',
  may: mayRead,
  query: z.object({ ...listing(sortable, ['-started_at']), ...filters }),
  returns: listOf(Subscription),
  status: 200,
  refuses: [...callRefusals, ...listRefusals],
})

export const createSubscription = operation({
  ...ofSubscriptions,
  name: 'createSubscription',
  method: 'POST',
  path: '/v1/subscriptions/',
  summary: 'Create a subscription',
  description:
    'Subscribes a customer, named by id or external id, to a free product, or to any product ' +
    'with a `trial_end`: the customer’s payment method is charged when the trial ends. Other ' +
    'paid subscriptions start at a checkout.',
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

export const getSubscription = operation({
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

export const updateSubscription = operation({
  ...ofSubscriptions,
  name: 'updateSubscription',
  method: 'PATCH',
  path: '/v1/subscriptions/:id',
  summary: 'Update a subscription',
  description:
    'One change at a time: another product, a discount, cancellation at the end of the period or ' +
    'its reversal, immediate revocation, the end of the trial, or removal of a scheduled change. ' +
    'What is billed immediately is charged before the response; if the charge fails, nothing ' +
    'changes.',
  may: mayWrite,
  params: ofOne,
  body: subscriptionChange,
  returns: Subscription,
  status: 200,
  refuses: [...writeRefusals, ...changeRefusals, ...chargeRefusals],
  refusesUnpermittedAs: 'subscription_not_permitted',
})

export const resumeRenewals = operation({
  ...ofSubscriptions,
  name: 'resumeRenewals',
  method: 'POST',
  path: '/v1/subscriptions/:id/resume-renewals',
  summary: 'Resume the renewals of a subscription',
  description:
    'A dispute paused them. If the period has ended meanwhile, a new one starts and is charged now. ' +
    'Later disputes pause them again.',
  may: mayWrite,
  params: ofOne,
  returns: Subscription,
  status: 200,
  refuses: [...writeRefusals, 'subscription_not_paused'],
  refusesUnpermittedAs: 'subscription_not_permitted',
})

export const revokeSubscription = operation({
  ...ofSubscriptions,
  name: 'revokeSubscription',
  method: 'DELETE',
  path: '/v1/subscriptions/:id',
  summary: 'Revoke a subscription',
  description:
    'Ends the subscription immediately. Nothing is refunded, and overdue payments are not retried.',
  may: mayWrite,
  params: ofOne,
  returns: Subscription,
  status: 200,
  refuses: [...writeRefusals, 'subscription_canceled'],
  refusesUnpermittedAs: 'subscription_not_permitted',
})

export const exportSubscriptions = operation({
  ...ofSubscriptions,
  name: 'exportSubscriptions',
  reads: 'replica',
  method: 'GET',
  path: '/v1/subscriptions/export',
  summary: 'Export subscriptions as CSV',
  description:
    'All subscriptions that match the filters of the list, as they are at one instant; the newest ' +
    'first, if `sorting` names no other order. `columns` has others in place of the usual columns, ' +
    'named like the fields of a subscription. The response is `text/csv`, or the same file as a ' +
    'JSON string for callers that accept `application/json`.',
  may: mayRead,
  query: z.object({
    ...filters,
    sorting: listing([...sortable, 'created_at'], ['-created_at']).sorting,
    columns: anyOf(z.enum(subscriptionExportColumns)),
  }),
  returns: z.string(),
  status: 200,
  refuses: [...callRefusals, ...listRefusals, 'too_busy'],
})
