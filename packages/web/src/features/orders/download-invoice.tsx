import { getOrderInvoice, listOrderInvoices } from '@guildhall/contract/orders/invoices'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { DownloadButton } from '#/ui/download-button.tsx'
import type { Invoice, Order } from './order-queries.ts'

interface DownloadInvoiceProps {
  invoice: Invoice
  order: Order
}

export function DownloadInvoice({ invoice, order }: DownloadInvoiceProps) {
  const change = useChange()
  return (
    <DownloadButton
      label={`Download PDF of ${invoice.number}`}
      urlOf={() => change(() => addressOf(invoice, order))}
    >
      PDF
    </DownloadButton>
  )
}

/** The PDF of an invoice is generated when it is first requested. */
async function addressOf(invoice: Invoice, order: Order): Promise<string> {
  const params = { id: order.id }
  if (invoice.kind === 'invoice' && !invoice.isGenerated) {
    return (await api.call(getOrderInvoice, { params })).url
  }
  const { items } = await api.call(listOrderInvoices, { params })
  const url = items.find(({ id }) => id === invoice.id)?.url ?? null
  return url ?? (await api.call(getOrderInvoice, { params })).url
}
