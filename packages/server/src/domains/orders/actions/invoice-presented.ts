import { type Invoice, invoiceKinds } from '@guildhall/contract/orders/invoices'
import * as z from 'zod/mini'
import { signLink } from '../../../platform/storage/signed-link.ts'
import type { InvoiceKey, ListedInvoice } from '../store/invoices.ts'
import type { InvoiceParts } from './invoice-parts.ts'

export const invoicePagePath = '/invoices'

/** By real time, like the links to files. */
const linkMilliseconds = 600_000

const kind = z.enum(invoiceKinds)

export const presentInvoice = (row: ListedInvoice): z.output<typeof Invoice> => ({
  id: row.id,
  number: row.number,
  kind: z.parse(kind, row.kind),
  orderId: row.orderId,
  corrects: row.corrects,
  issuedAt: row.issuedAt,
  isGenerated: row.isGenerated,
})

type LinkParts = Pick<InvoiceParts, 'clock' | 'config' | 'keyring'>

/** Where its page can be had for a while, by whoever has the address. */
export function invoiceLink(
  { clock, config, keyring }: LinkParts,
  { organizationId, id, number }: InvoiceKey & Pick<ListedInvoice, 'number'>,
): string {
  const address = `${config.server.url}${invoicePagePath}/${organizationId}/${id}/${number}.pdf`
  const expiresAt = new Date(clock.now().getTime() + linkMilliseconds)
  return signLink(keyring, address, ['invoice', organizationId, id], expiresAt)
}
