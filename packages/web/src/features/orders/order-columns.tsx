import { countryName } from '#/entities/address/countries.ts'
import { CustomerCell } from '#/entities/customer/customer-cell.tsx'
import type { OrderDispute } from '#/entities/dispute/order-disputes.ts'
import { orderState } from '#/entities/order/order-state.ts'
import { ProductCell } from '#/entities/product/product-cell.tsx'
import { Money } from '#/ui/money.tsx'
import { None } from '#/ui/none.tsx'
import { Status } from '#/ui/status.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { DayOf } from '#/ui/time.tsx'
import { billingReasonTexts } from './billing-reasons.ts'
import { DisputedBadge } from './order-disputes.tsx'
import type { Order } from './order-queries.ts'

interface ListedOrder extends Order {
  readonly disputes: readonly OrderDispute[]
}

const column = tableColumns<ListedOrder>()

const extra = { onlyWide: true, isExtra: true } as const
const extraAmount = { ...extra, align: 'end' } as const

export const orderColumns = column.columns([
  column.accessor('customer', {
    header: 'Customer',
    cell: ({ row }) => <CustomerCell sold={row.original} />,
  }),
  column.accessor('product', {
    header: 'Product',
    meta: { onlyWide: true },
    cell: ({ row }) => <ProductCell product={row.original.product} />,
  }),
  column.accessor('status', {
    header: 'Status',
    cell: ({ row }) => (
      <span className="flex flex-wrap gap-1">
        <Status state={orderState(row.original)} />
        <DisputedBadge disputes={row.original.disputes} />
      </span>
    ),
  }),
  column.accessor('amount', {
    header: 'Amount',
    meta: { align: 'end' },
    cell: ({ row: { original } }) => (
      <>
        <Money amount={original.totalAmount} currency={original.currency} />
        <span className="block text-xs whitespace-nowrap text-ink-3 md:hidden">
          <DayOf at={original.createdAt} focusable={false} />
        </span>
      </>
    ),
  }),
  column.accessor('createdAt', {
    id: 'created_at',
    header: 'Date',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <DayOf at={row.original.createdAt} focusable={false} />
      </span>
    ),
  }),
  column.display({
    id: 'invoice_number',
    header: 'Invoice number',
    meta: extra,
    cell: ({ row }) => row.original.invoiceNumber || <None />,
  }),
  column.display({
    id: 'billing_reason',
    header: 'Reason',
    meta: extra,
    cell: ({ row }) => billingReasonTexts[row.original.billingReason],
  }),
  column.accessor((order) => order.discount?.name, {
    id: 'discount',
    header: 'Discount',
    meta: extra,
    cell: ({ row }) => row.original.discount?.name ?? <None />,
  }),
  column.accessor('netAmount', {
    id: 'net_amount',
    header: 'Net',
    meta: extraAmount,
    cell: ({ row: { original } }) => (
      <Money amount={original.netAmount} currency={original.currency} />
    ),
  }),
  column.display({
    id: 'tax_amount',
    header: 'Tax',
    meta: extraAmount,
    cell: ({ row: { original } }) => (
      <Money amount={original.taxAmount} currency={original.currency} />
    ),
  }),
  column.display({
    id: 'refunded_amount',
    header: 'Refunded, net',
    meta: extraAmount,
    cell: ({ row: { original } }) => (
      <Money amount={original.refundedAmount} currency={original.currency} />
    ),
  }),
  column.display({
    id: 'country',
    header: 'Country',
    meta: extra,
    cell: ({ row: { original } }) =>
      original.billingAddress === null ? <None /> : countryName(original.billingAddress.country),
  }),
  column.display({
    id: 'id',
    header: 'ID',
    meta: extra,
    cell: ({ row }) => <code className="font-mono text-xs">{row.original.id}</code>,
  }),
])
