import { getOrderDocument } from '@guildhall/contract/orders/invoices'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { DownloadButton } from '#/ui/download-button.tsx'
import type { Invoice, Order } from './order-queries.ts'

interface DownloadInvoiceProps {
  invoice: Invoice
  order: Order
}

/** The PDF of an invoice or a credit note is generated when it is first requested. */
export function DownloadInvoice({ invoice, order }: DownloadInvoiceProps) {
  const change = useChange()
  const params = { id: order.id, invoiceId: invoice.id }
  return (
    <DownloadButton
      label={`Download PDF of ${invoice.number}`}
      urlOf={async () => (await change(() => api.call(getOrderDocument, { params }))).url}
    >
      PDF
    </DownloadButton>
  )
}
