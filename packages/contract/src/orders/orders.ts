import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf, metadataFilter } from '../billing/listing.ts'
import { discountId } from '../catalog/discount-shapes.ts'
import { productId } from '../catalog/prices.ts'
import { addressInput } from '../customers/address.ts'
import { customerId } from '../customers/shapes.ts'
import { lineOfText } from '../customers/text.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { currency, id, instant } from '../primitives.ts'
import { subscriptionId } from '../subscriptions/subscription-shapes.ts'
import { orderExportColumns } from './export-columns.ts'
import { CollectionStatus, Order, OrderStatus, orderId } from './order-shapes.ts'

const nameLengthMax = 256
const searchLengthMax = 256
const commentLengthMax = 5000

const ofOrders = { ...forSellers, tag: 'Orders' } as const
const ofOne = z.object({ id: orderId })

const sortable = [
  'created_at',
  'amount',
  'net_amount',
  'status',
  'customer',
  'product',
  'discount',
  'subscription',
] as const

const pages = listing(sortable, ['-created_at'])

const filters = {
  organizationId: anyOf(organizationId),
  productId: anyOf(productId),
  productBillingType: anyOf(z.enum(['one_time', 'recurring'])),
  discountId: anyOf(discountId),
  customerId: anyOf(customerId),
  checkoutId: anyOf(id('checkout')),
  subscriptionId: anyOf(subscriptionId),
  status: anyOf(OrderStatus),
  collectionStatus: anyOf(CollectionStatus),
  currency: anyOf(currency),
  createdAfter: z.optional(instant),
  createdBefore: z.optional(instant),
  query: z.optional(z.string().check(z.maxLength(searchLengthMax))),
  metadata: metadataFilter,
}

export const listOrders = operation({
  ...ofOrders,
  name: 'listOrders',
  reads: 'replica',
  method: 'GET',
  path: '/v1/orders/',
  summary: 'List orders',
  description:
    'Customers, products and discounts are sorted by name. `query` matches a part of the customer’s ' +
    'name or email address. `created_after` is inclusive, `created_before` exclusive.',
  may: 'orders:read',
  query: z.object({
    ...pages,
    ...filters,
  }),
  returns: listOf(Order),
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})

export const getOrderTotals = operation({
  ...ofOrders,
  name: 'getOrderTotals',
  reads: 'replica',
  method: 'GET',
  path: '/v1/orders/totals',
  summary: 'Get the totals of orders',
  description:
    'The number of all orders that match the filters of the list, and the sums of their amounts, ' +
    'for each currency. `net_amount` is without tax and before refunds, like `revenue` of metrics.',
  may: 'orders:read',
  query: z.object(filters),
  returns: z.object({
    items: z.array(
      z.object({ currency, orders: z.int(), netAmount: z.int(), totalAmount: z.int() }),
    ),
  }),
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})

export const exportOrders = operation({
  ...ofOrders,
  name: 'exportOrders',
  reads: 'replica',
  method: 'GET',
  path: '/v1/orders/export',
  summary: 'Export orders as CSV',
  description:
    'All orders that match the filters of the list, in its order, as they are at one instant. ' +
    'Columns are named like the fields of an order; amounts are in minor units of the `currency`. ' +
    '`columns` chooses and orders them. ' +
    'The response is `text/csv`, or the same file as a JSON string for callers that accept ' +
    '`application/json`.',
  may: 'orders:read',
  query: z.object({
    ...filters,
    sorting: pages.sorting,
    columns: anyOf(z.enum(orderExportColumns)),
  }),
  returns: z.string(),
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations', 'too_busy'],
})

export const getOrder = operation({
  ...ofOrders,
  name: 'getOrder',
  method: 'GET',
  path: '/v1/orders/:id',
  summary: 'Get an order',
  may: 'orders:read',
  params: ofOne,
  returns: Order,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const updateOrder = operation({
  ...ofOrders,
  name: 'updateOrder',
  method: 'PATCH',
  path: '/v1/orders/:id',
  summary: 'Update the billing details of an order',
  description:
    'The name and address on its invoice. An invoice that exists already is reversed by a credit ' +
    'note, and the order gets a new one.',
  may: 'orders:write',
  params: ofOne,
  body: z.object({
    billingName: z.nullish(lineOfText(nameLengthMax)),
    billingAddress: z.nullish(addressInput),
  }),
  returns: Order,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

const closing = z.object({
  /** Visible to the seller only. */
  comment: z.nullish(
    z.pipe(
      z.string().check(z.trim(), z.maxLength(commentLengthMax)),
      z.transform((text) => (text === '' ? null : text)),
    ),
  ),
})

export const voidOrder = operation({
  ...ofOrders,
  name: 'voidOrder',
  method: 'POST',
  path: '/v1/orders/:id/void',
  summary: 'Void an order',
  description:
    'The money is no longer owed: the order is not collected any more, and the credit that it used ' +
    'returns to the customer. A payment that succeeds all the same is refunded. If nothing else of ' +
    'its subscription is unpaid, that is active again.',
  may: 'orders:write',
  params: ofOne,
  body: closing,
  returns: Order,
  status: 200,
  refuses: [...callRefusals, 'not_found', 'order_paid', 'order_void'],
})

export const writeOffOrder = operation({
  ...ofOrders,
  name: 'writeOffOrder',
  method: 'POST',
  path: '/v1/orders/:id/write-off',
  summary: 'Write off an order',
  description:
    'The order is uncollectible: the money is owed, but no longer collected. A payment that succeeds ' +
    'all the same pays it. If nothing else of its subscription is unpaid, that is active again.',
  may: 'orders:write',
  params: ofOne,
  body: closing,
  returns: Order,
  status: 200,
  refuses: [...callRefusals, 'not_found', 'order_paid', 'order_void', 'order_written_off'],
})
