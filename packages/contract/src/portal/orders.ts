import * as z from 'zod/mini'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { productId } from '../catalog/prices.ts'
import {
  callerRefusals,
  forCustomersAndBuyers,
  sessionRefusals,
} from '../customers/for-customers.ts'
import { operation } from '../operation.ts'
import { Invoice } from '../orders/invoices.ts'
import { orderId } from '../orders/order-shapes.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id } from '../primitives.ts'
import { subscriptionId } from '../subscriptions/subscription-shapes.ts'
import { CustomerOrder } from './portal-shapes.ts'

const searchLengthMax = 256

const ofPortal = { ...forCustomersAndBuyers, tag: 'Customer portal' } as const
const ofOne = z.object({ id: orderId })

export const listPortalOrders = operation({
  ...ofPortal,
  name: 'listPortalOrders',
  method: 'GET',
  path: '/v1/customer-portal/orders/',
  summary: 'List the orders of a customer',
  description:
    'Products are sorted by name. `query` matches a part of a product’s name. A session of a single ' +
    'purchase sees the orders of its checkout and of the subscription that it started, with a nil ' +
    '`customer_id`.',
  query: z.object({
    ...listing(['created_at', 'amount', 'net_amount', 'product', 'subscription'], ['-created_at']),
    organizationId: anyOf(organizationId),
    productId: anyOf(productId),
    productBillingType: anyOf(z.enum(['one_time', 'recurring'])),
    subscriptionId: anyOf(subscriptionId),
    query: z.optional(z.string().check(z.maxLength(searchLengthMax))),
  }),
  returns: listOf(CustomerOrder),
  status: 200,
  refuses: callerRefusals,
})

export const getPortalOrder = operation({
  ...ofPortal,
  name: 'getPortalOrder',
  method: 'GET',
  path: '/v1/customer-portal/orders/:id',
  summary: 'Get an order of a customer',
  params: ofOne,
  returns: CustomerOrder,
  status: 200,
  refuses: [...sessionRefusals, 'not_found'],
})

export const getPortalInvoice = operation({
  ...ofPortal,
  name: 'getPortalInvoice',
  method: 'GET',
  path: '/v1/customer-portal/orders/:id/invoice',
  summary: 'Get the invoice of an order',
  description:
    'Returns the URL of the PDF, valid for ten minutes. The invoice is created if necessary.',
  params: ofOne,
  returns: z.object({ url: z.string() }),
  status: 200,
  refuses: [...sessionRefusals, 'not_found'],
})

export const listPortalInvoices = operation({
  ...ofPortal,
  name: 'listPortalInvoices',
  method: 'GET',
  path: '/v1/customer-portal/orders/:id/invoices',
  summary: 'List the invoices and credit notes of an order',
  description: 'The oldest first. Refunds and orders below zero have credit notes.',
  params: ofOne,
  returns: z.object({ items: z.array(Invoice) }),
  status: 200,
  refuses: [...sessionRefusals, 'not_found'],
})

export const getPortalDocument = operation({
  ...ofPortal,
  name: 'getPortalDocument',
  method: 'GET',
  path: '/v1/customer-portal/orders/:id/invoices/:invoiceId',
  summary: 'Get one invoice or credit note of an order',
  description:
    'Returns the URL of the PDF, valid for ten minutes. The PDF is generated if necessary.',
  params: z.object({ id: orderId, invoiceId: id('invoice') }),
  returns: z.object({ url: z.string() }),
  status: 200,
  refuses: [...sessionRefusals, 'not_found'],
})
