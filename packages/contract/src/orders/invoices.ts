import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { operation } from '../operation.ts'
import { id, instant } from '../primitives.ts'

const ofOrders = { ...forSellers, tag: 'Orders' } as const
const ofOne = z.object({ id: id('order') })

export const invoiceKinds = ['invoice', 'credit_note'] as const

/** An invoice or a credit note, and whether its PDF is generated. */
export const Invoice = z.object({
  id: id('invoice'),
  number: z.string(),
  kind: z.enum(invoiceKinds),
  orderId: id('order'),
  /** The number of the invoice that a credit note reverses. */
  corrects: z.nullable(z.string()),
  issuedAt: instant,
  isGenerated: z.boolean(),
})

export const getOrderInvoice = operation({
  ...ofOrders,
  name: 'getOrderInvoice',
  method: 'GET',
  path: '/v1/orders/:id/invoice',
  summary: 'Get the invoice of an order',
  description:
    'The URL of the PDF, valid for ten minutes. A paid order without an invoice gets one now; an ' +
    'unpaid order has none.',
  may: 'orders:read',
  params: ofOne,
  returns: z.object({ url: z.string() }),
  status: 200,
  refuses: [...callRefusals, 'not_found', 'too_busy'],
})

export const generateOrderInvoice = operation({
  ...ofOrders,
  name: 'generateOrderInvoice',
  method: 'POST',
  path: '/v1/orders/:id/invoice',
  summary: 'Generate the invoice of an order',
  description:
    'The PDF is generated a moment later; then `order.updated` is sent. Requires the billing name ' +
    'and the billing address of the order.',
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

export const listOrderInvoices = operation({
  ...ofOrders,
  name: 'listOrderInvoices',
  method: 'GET',
  path: '/v1/orders/:id/invoices',
  summary: 'List the invoices and credit notes of an order',
  description: 'Sorted by number. Those with a generated PDF have its URL.',
  may: 'orders:read',
  params: ofOne,
  returns: z.object({ items: z.array(z.extend(Invoice, { url: z.nullable(z.string()) })) }),
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})
