import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { listInvoicesOf } from '../store/invoices.ts'
import type { OrderRow } from '../store/orders.ts'
import { makeInvoices } from './invoice-documents.ts'
import type { InvoiceParts } from './invoice-parts.ts'
import { invoiceLink } from './invoice-presented.ts'

/** Where the page of the invoice in force can be had; it is made where it isn’t yet. */
export async function invoiceUrlOf(parts: InvoiceParts, order: OrderRow): Promise<string> {
  if (order.paidAt === null) throw new Problem('not_found')
  if (!order.isInvoiceGenerated) await makeInvoices(parts, order)
  const invoices = await listInvoicesOf(parts.workshop.database.kysely, order)
  const latest = invoices.findLast(({ kind, isGenerated }) => kind === 'invoice' && isGenerated)
  assert(latest !== undefined, 'a paid order has its invoice then')
  return invoiceLink(parts, latest)
}
