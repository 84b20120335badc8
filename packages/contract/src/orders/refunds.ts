import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { customerId } from '../customers/shapes.ts'
import { endpoint } from '../endpoint.ts'
import { organizationId } from '../organizations/shapes.ts'
import { minorUnits } from '../primitives.ts'
import { subscriptionId } from '../subscriptions/subscription-shapes.ts'
import { orderId } from './order-shapes.ts'
import { Refund, refundId, refundInput } from './refund-shapes.ts'

const ofRefunds = { ...forSellers, tag: 'Refunds' } as const

/** Here the client takes 403 for an order that is paid back already. */
const [unauthorized, invalidToken, expiredToken] = callRefusals

export const listRefunds = endpoint({
  ...ofRefunds,
  name: 'listRefunds',
  method: 'GET',
  path: '/v1/refunds/',
  summary: 'List refunds',
  may: 'refunds:read',
  query: z.object({
    ...listing(['created_at', 'amount'], ['-created_at']),
    id: anyOf(refundId),
    organizationId: anyOf(organizationId),
    orderId: anyOf(orderId),
    subscriptionId: anyOf(subscriptionId),
    customerId: anyOf(customerId),
    succeeded: z.optional(z.boolean()),
  }),
  returns: listOf(Refund),
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})

export const getRefundable = endpoint({
  ...ofRefunds,
  name: 'getRefundable',
  method: 'GET',
  path: '/v1/orders/:id/refundable',
  summary: 'Show how much of an order can be paid back',
  description:
    'Without what is back already or on its way, and without what the customer’s balance paid. The ' +
    'amount is without tax.',
  may: 'refunds:read',
  params: z.object({ id: orderId }),
  returns: z.object({ amount: minorUnits, taxAmount: minorUnits, currency: z.string() }),
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const createRefund = endpoint({
  ...ofRefunds,
  name: 'createRefund',
  method: 'POST',
  path: '/v1/refunds/',
  summary: 'Pay back an order, or a part of it',
  description:
    'The amount is without tax; its share of the tax is paid back along with it. The answer tells ' +
    'how far the processor has come: a pending refund becomes `succeeded` or `failed` later.',
  may: 'refunds:write',
  body: refundInput,
  returns: Refund,
  status: 200,
  refuses: [
    unauthorized,
    invalidToken,
    expiredToken,
    'refund_not_permitted',
    'refund_order_unknown',
    'refund_order_unpaid',
    'refund_of_subscription',
    'refund_amount_too_high',
    'refunded_already',
  ],
  refusesUnpermittedAs: 'refund_not_permitted',
})
