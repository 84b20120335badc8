import { getPortalDocument, getPortalInvoice } from '@guildhall/contract/portal/orders'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { orderState } from '#/entities/order/order-state.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatMoney } from '#/lib/format.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { Card } from '#/ui/card.tsx'
import { DownloadButton } from '#/ui/download-button.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Money } from '#/ui/money.tsx'
import { Pagination } from '#/ui/pagination.tsx'
import { Status } from '#/ui/status.tsx'
import { Day } from './day.tsx'
import { OrderDetails } from './order-details.tsx'
import { PayButton } from './pay-button.tsx'
import { documentsQuery, ordersQuery, overdueQuery, type PortalOrder } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

const perPage = 10

interface OrdersProps {
  /** The only purchase that the session shows; null if it shows everything. */
  checkoutId: PortalOrder['checkoutId']
}

/** The orders, including renewals, newest first. */
export function Orders({ checkoutId }: OrdersProps) {
  const { api } = usePortal()
  const [page, setPage] = useState(1)
  const { data, error } = useQuery({
    ...ordersQuery(api, page),
    placeholderData: keepPreviousRows,
  })
  const total = data?.pagination.totalCount ?? 0
  return (
    <Card flush title="Orders">
      <Entries
        count={data?.items.length ?? null}
        failure={error && failureMessage(error)}
        empty="No orders yet."
      >
        {data?.items.map((order) => (
          <OrderEntry
            key={order.id}
            order={order}
            action={
              <span className="flex flex-wrap justify-end gap-2 max-sm:flex-col">
                {checkoutId === null && <OrderDetails order={order} />}
                {mayDownload(order, checkoutId) ? (
                  <Documents order={order} />
                ) : (
                  checkoutId === null && !order.paid && <Payment order={order} />
                )}
              </span>
            }
          />
        ))}
      </Entries>
      {total > perPage && (
        <div className="border-t px-4 py-2">
          <Pagination page={page} limit={perPage} total={total} onChange={setPage} />
        </div>
      )}
    </Card>
  )
}

/** A session of a single purchase gets only the invoice with the name that was typed there. */
function mayDownload(order: PortalOrder, checkoutId: OrdersProps['checkoutId']): boolean {
  const isTyped = order.checkoutId === checkoutId && order.billingName !== null
  return order.paid && (checkoutId === null || isTyped)
}

interface OrderEntryProps {
  order: PortalOrder
  action: ReactNode
}

function OrderEntry({ order, action }: OrderEntryProps) {
  const { product, totalAmount, appliedBalanceAmount, currency, createdAt } = order
  return (
    <Entry
      title={<span className="wrap-anywhere">{product.name}</span>}
      badge={<Status state={orderState(order)} />}
      action={action}
    >
      <Money amount={totalAmount} currency={currency} />
      {appliedBalanceAmount < 0 && totalAmount > 0 && (
        <span>
          {formatMoney(Math.abs(appliedBalanceAmount), currency.toUpperCase())} from your credit
        </span>
      )}
      <span>
        <Day at={createdAt} />
      </span>
    </Entry>
  )
}

interface OrderProps {
  order: PortalOrder
}

/** For an order that is still collected, of an ended subscription too. */
function Payment({ order }: OrderProps) {
  const { api } = usePortal()
  const { data = [] } = useQuery(overdueQuery(api))
  // Until the customer accepts a subscription, no card of theirs pays for it.
  const owed = data.find(({ accepted, orders }) => accepted && orders.some(isOrder(order)))
  const open = owed?.orders.find(isOrder(order))
  return owed && open && <PayButton owed={owed} order={open} />
}

const isOrder =
  ({ id }: PortalOrder) =>
  (other: Pick<PortalOrder, 'id'>): boolean =>
    other.id === id

/** The invoice, and the credit notes of what came back. */
function Documents({ order }: OrderProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2 max-sm:flex-col">
      <InvoiceButton order={order} />
      <CreditNotes order={order} />
    </div>
  )
}

function InvoiceButton({ order: { id, product, totalAmount } }: OrderProps) {
  const { api } = usePortal()
  const word = totalAmount < 0 ? 'Credit note' : 'Invoice'
  const urlOf = async () => (await api.call(getPortalInvoice, { params: { id } })).url
  return (
    <DownloadButton label={`${word} of ${product.name}`} urlOf={urlOf}>
      {word}
    </DownloadButton>
  )
}

/** Without the order’s own, which it has instead of an invoice. */
function CreditNotes({ order: { id } }: OrderProps) {
  const { api } = usePortal()
  const { data = [] } = useQuery(documentsQuery(api, id))
  return data
    .filter(({ kind, cause }) => kind === 'credit_note' && cause !== 'credit')
    .map(({ id: invoiceId, number }) => (
      <DownloadButton
        key={invoiceId}
        label={`Credit note ${number}`}
        urlOf={async () => (await api.call(getPortalDocument, { params: { id, invoiceId } })).url}
      >
        Credit note
      </DownloadButton>
    ))
}
