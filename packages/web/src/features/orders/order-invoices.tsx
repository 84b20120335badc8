import { getOrderDocument } from '@guildhall/contract/orders/invoices'
import { useQuery } from '@tanstack/react-query'
import FileMinus from 'lucide-react/icons/file-minus'
import FileText from 'lucide-react/icons/file-text'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { DownloadButton } from '#/ui/download-button.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Money } from '#/ui/money.tsx'
import { DayOf } from '#/ui/time.tsx'
import { BillingDialog } from './billing-dialog.tsx'
import { type Invoice, invoicesQuery, type Order } from './order-queries.ts'

/** The polling interval for a new document, which follows a moment after a payment or a refund. */
const numberMilliseconds = 1_000

/** Whether the invoice is still to come, or the credit note of a refund. */
function isIncomplete(order: Order, documents: readonly Invoice[] | undefined): boolean {
  if (!order.paid || documents === undefined) return false
  if (documents.length === 0) return true
  const left = order.totalAmount - order.refundedAmount - order.refundedTaxAmount
  return documents.reduce((sum, { amount }) => sum + amount, 0) > left
}

/** The invoices and credit notes of an order, and the billing details of the next one. */
export function OrderInvoices({ order }: { order: Order }) {
  const { id } = useOrganization()
  const { data, error } = useQuery({
    ...invoicesQuery(id, order.id),
    refetchInterval: ({ state }) => isIncomplete(order, state.data) && numberMilliseconds,
  })
  const isKnown = order.billingName !== null && order.billingAddress !== null
  return (
    <Card
      flush
      title="Invoices"
      description={isKnown ? undefined : 'Add a billing name and address first.'}
      actions={<EditBilling order={order} isKnown={isKnown} />}
    >
      <Entries
        count={data?.length ?? null}
        failure={error && failureMessage(error)}
        empty={emptyText(order)}
      >
        {data?.map((invoice) => (
          <InvoiceEntry key={invoice.id} invoice={invoice} order={order} isKnown={isKnown} />
        ))}
      </Entries>
    </Card>
  )
}

function emptyText({ paid, collectionStatus }: Order): string {
  if (paid) return 'The invoice is generated shortly after payment.'
  return collectionStatus === 'void'
    ? 'A void order has no invoice.'
    : 'Invoices are available once the order is paid.'
}

interface InvoiceEntryProps {
  invoice: Invoice
  order: Order
  isKnown: boolean
}

function InvoiceEntry({ invoice, order, isKnown }: InvoiceEntryProps) {
  const { kind, cause, number, corrects, amount, currency, issuedAt, isGenerated } = invoice
  return (
    <Entry
      icon={kind === 'invoice' ? <FileText /> : <FileMinus />}
      title={number}
      action={(isGenerated || isKnown) && <DownloadInvoice invoice={invoice} order={order} />}
    >
      <span>{kind === 'invoice' ? 'Invoice' : 'Credit note'}</span>
      {cause !== null && <span>{causeText(cause, corrects)}</span>}
      <span>
        <Money amount={amount} currency={currency} />
      </span>
      <span>
        <DayOf at={issuedAt} />
      </span>
    </Entry>
  )
}

function causeText(cause: NonNullable<Invoice['cause']>, corrects: string | null): string {
  switch (cause) {
    case 'correction':
      return `cancels ${corrects}`
    case 'refund':
      return `refund of ${corrects}`
    case 'dispute':
      return `lost dispute of ${corrects}`
    case 'credit':
      return 'credits earlier orders'
  }
}

function EditBilling({ order, isKnown }: { order: Order; isKnown: boolean }) {
  const { role } = useOrganization()
  const [isOpen, setOpen] = useState(false)
  if (!mayIn(role, 'sales', 'write')) return null
  return (
    <>
      <Button size="s" onClick={() => setOpen(true)}>
        {isKnown ? 'Edit billing details' : 'Add billing details'}
      </Button>
      {isOpen && <BillingDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

interface DownloadInvoiceProps {
  invoice: Invoice
  order: Order
}

/** The PDF of an invoice or a credit note is generated when it is first requested. */
function DownloadInvoice({ invoice, order }: DownloadInvoiceProps) {
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
