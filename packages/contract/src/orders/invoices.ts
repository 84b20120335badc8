import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { endpoint } from '../endpoint.ts'
import { id, instant } from '../primitives.ts'

const ofOrders = { ...forSellers, tag: 'Orders' } as const
const ofOne = z.object({ id: id('order') })

export const invoiceKinds = ['invoice', 'credit_note'] as const

/** One number of a seller's, and whether its page is made. */
export const Invoice = z.object({
  id: id('invoice'),
  number: z.string(),
  kind: z.enum(invoiceKinds),
  orderId: id('order'),
  /** The number that a credit note takes back. */
  corrects: z.nullable(z.string()),
  issuedAt: instant,
  isGenerated: z.boolean(),
})

export const getOrderInvoice = endpoint({
  ...ofOrders,
  name: 'getOrderInvoice',
  method: 'GET',
  path: '/v1/orders/:id/invoice',
  summary: 'Get the invoice of an order',
  description:
    'The address of the PDF, good for ten minutes. A paid order that has no invoice yet gets it ' +
    'now; an order that is not paid has none.',
  may: 'orders:read',
  params: ofOne,
  returns: z.object({ url: z.string() }),
  status: 200,
  refuses: [...callRefusals, 'not_found', 'too_busy'],
})

export const generateOrderInvoice = endpoint({
  ...ofOrders,
  name: 'generateOrderInvoice',
  method: 'POST',
  path: '/v1/orders/:id/invoice',
  summary: 'Generate the invoice of an order',
  description:
    'The PDF is made a moment later, which `order.updated` tells. It needs the billing name and ' +
    'the billing address of the order.',
  may: 'orders:read',
  params: ofOne,
  returns: z.object({}),
  status: 202,
  refuses: [
    ...callRefusals,
    'not_found',
    'order_not_paid',
    'invoice_details_missing',
    'invoice_exists',
  ],
})

export const listOrderInvoices = endpoint({
  ...ofOrders,
  name: 'listOrderInvoices',
  method: 'GET',
  path: '/v1/orders/:id/invoices',
  summary: 'List the invoices and credit notes of an order',
  description: 'In the order of their numbers. Those whose page is made have an address.',
  may: 'orders:read',
  params: ofOne,
  returns: z.object({ items: z.array(z.extend(Invoice, { url: z.nullable(z.string()) })) }),
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})
