import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { signLink } from '../../../platform/storage/signed-link.ts'
import { isOfOrder } from '../rules/credit-note.ts'
import { type InvoiceKey, type ListedInvoice, listInvoicesOf } from '../store/invoices.ts'
import type { OrderRow } from '../store/orders.ts'
import type { InvoiceDeps } from './deps.ts'
import { makeInvoices, makeOneDocument } from './make-invoices.ts'

export const invoicePagePath = '/invoices'

/** By real time, as links to files. */
const linkMilliseconds = 600_000

type LinkDeps = Pick<InvoiceDeps, 'clock' | 'config' | 'keyring'>

/** A signed link to the PDF, valid for a while for everyone who has it. */
export function invoiceLink(
  { clock, config, keyring }: LinkDeps,
  { organizationId, id, number }: InvoiceKey & Pick<ListedInvoice, 'number'>,
): string {
  const address = `${config.server.url}${invoicePagePath}/${organizationId}/${id}/${number}.pdf`
  const expiresAt = new Date(clock.now().getTime() + linkMilliseconds)
  return signLink(keyring, address, ['invoice', organizationId, id], expiresAt)
}

/** A link to the valid document of an order, which is generated where it doesn’t exist yet. */
export async function invoiceUrlOf(deps: InvoiceDeps, order: OrderRow): Promise<string> {
  if (order.paidAt === null) throw new Problem('not_found')
  if (!order.isInvoiceGenerated) await makeInvoices(deps, order)
  const invoices = await listInvoicesOf(deps.uowFactory.database.kysely, order)
  const latest = invoices.findLast((one) => isOfOrder(one) && one.isGenerated)
  assert(latest !== undefined, 'a paid order has an invoice now')
  return invoiceLink(deps, latest)
}

/** The same for one of its documents. */
export async function documentUrlOf(
  deps: InvoiceDeps,
  order: OrderRow,
  id: ListedInvoice['id'],
): Promise<string | null> {
  const documents = await listInvoicesOf(deps.uowFactory.database.kysely, order)
  const document = documents.find((one) => one.id === id)
  if (document === undefined) return null
  await makeOneDocument(deps, order, document)
  return invoiceLink(deps, document)
}
