import { getOrderInvoice, listOrderInvoices } from '@guildhall/contract/orders/invoices'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Button } from '#/ui/button.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { Invoice, Order } from './order-queries.ts'

interface DownloadInvoiceProps {
  invoice: Invoice
  order: Order
}

/** Fetches the URL on click, because it is valid for minutes only. */
export function DownloadInvoice({ invoice, order }: DownloadInvoiceProps) {
  const [isBusy, setBusy] = useState(false)
  const change = useChange()
  const toast = useToast()
  const download = async () => {
    setBusy(true)
    try {
      window.location.assign(await change(() => addressOf(invoice, order)))
    } catch (error) {
      toast({ title: failureMessage(error), tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="s"
      loading={isBusy}
      aria-label={`Download PDF of ${invoice.number}`}
      onClick={() => void download()}
    >
      <Download aria-hidden="true" /> PDF
    </Button>
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
