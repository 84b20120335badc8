import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { customerId } from '../customers/shapes.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { minorUnits } from '../primitives.ts'
import { subscriptionId } from '../subscriptions/subscription-shapes.ts'
import { orderId } from './order-shapes.ts'
import { Refund, refundId, refundInput } from './refund-shapes.ts'

const ofRefunds = { ...forSellers, tag: 'Refunds' } as const

/** For refunds the client expects 403 to mean an order that is refunded already. */
const [unauthorized, invalidToken, expiredToken] = callRefusals

export const listRefunds = operation({
  ...ofRefunds,
  name: 'listRefunds',
  reads: 'replica',
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

export const getRefundable = operation({
  ...ofRefunds,
  name: 'getRefundable',
  method: 'GET',
  path: '/v1/orders/:id/refundable',
  summary: 'Get the refundable amount of an order',
  description:
    'Less what was refunded, what is about to be, and what the customer’s balance paid. The amount ' +
    'is without tax.',
  may: 'refunds:read',
  params: z.object({ id: orderId }),
  returns: z.object({ amount: minorUnits, taxAmount: minorUnits, currency: z.string() }),
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const createRefund = operation({
  ...ofRefunds,
  name: 'createRefund',
  method: 'POST',
  path: '/v1/refunds/',
  summary: 'Refund an order',
  description:
    'In whole or in part. The amount is without tax; its share of the tax is refunded with it. The ' +
    'status is the processor’s: a pending refund becomes `succeeded` or `failed` later. ' +
    'The official client gets 201 from 0.43 on.',
  may: 'refunds:write',
  body: refundInput,
  returns: Refund,
  status: 200,
  laterStatus: 201,
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
    'refund_disputed',
  ],
  refusesUnpermittedAs: 'refund_not_permitted',
})
