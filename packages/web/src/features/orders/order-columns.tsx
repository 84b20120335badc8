import { CustomerCell } from '#/entities/customer/customer-cell.tsx'
import type { OrderDispute } from '#/entities/dispute/order-disputes.ts'
import { orderState } from '#/entities/order/order-state.ts'
import { ProductCell } from '#/entities/product/product-cell.tsx'
import { Money } from '#/ui/money.tsx'
import { Status } from '#/ui/status.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { DayOf } from '#/ui/time.tsx'
import { DisputedBadge } from './order-disputes.tsx'
import type { Order } from './order-queries.ts'

interface ListedOrder extends Order {
  readonly disputes: readonly OrderDispute[]
}

const column = tableColumns<ListedOrder>()

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
])
