import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { operation } from '../operation.ts'
import { id, instant, minorUnits } from '../primitives.ts'
import { refundId } from './refund-shapes.ts'

const ofOrders = { ...forSellers, tag: 'Orders' } as const
const ofOne = z.object({ id: id('order') })

export const invoiceKinds = ['invoice', 'credit_note'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/**
 * What a credit note is for: it reverses a document in full, records a refund or a lost dispute, or
 * is the order itself, which is below zero.
 */
export const creditNoteCauses = ['correction', 'refund', 'dispute', 'credit'] as const
export type CreditNoteCause = (typeof creditNoteCauses)[number]

/** An invoice or a credit note, and whether its PDF is generated. */
export const Invoice = z.object({
  id: id('invoice'),
  number: z.string(),
  kind: z.enum(invoiceKinds),
  /** Null for an invoice. */
  cause: z.nullable(z.enum(creditNoteCauses)),
  orderId: id('order'),
  /** The refund that a credit note records. */
  refundId: z.nullable(refundId),
  /** The number of the invoice or credit note that a credit note corrects. */
  corrects: z.nullable(z.string()),
  /** With tax; below zero on a credit note, unless it reverses another one. */
  amount: minorUnits,
  currency: z.string(),
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
  description:
    'The oldest first. Refunds, lost disputes and orders below zero have credit notes, with numbers of ' +
    'their own. Those with a generated PDF have its URL.',
  may: 'orders:read',
  params: ofOne,
  returns: z.object({ items: z.array(z.extend(Invoice, { url: z.nullable(z.string()) })) }),
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const getOrderDocument = operation({
  ...ofOrders,
  name: 'getOrderDocument',
  method: 'GET',
  path: '/v1/orders/:id/invoices/:invoiceId',
  summary: 'Get one invoice or credit note of an order',
  description: 'The URL of the PDF, valid for ten minutes. The PDF is generated if necessary.',
  may: 'orders:read',
  params: z.object({ id: id('order'), invoiceId: id('invoice') }),
  returns: z.object({ url: z.string() }),
  status: 200,
  refuses: [...callRefusals, 'not_found', 'too_busy'],
})
