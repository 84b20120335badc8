import { CustomerCell } from '#/entities/customer/customer-cell.tsx'
import { orderState } from '#/entities/order/order-state.ts'
import { ProductCell } from '#/entities/product/product-cell.tsx'
import { Money } from '#/ui/money.tsx'
import { Status } from '#/ui/status.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import type { Order } from './order-queries.ts'

const column = tableColumns<Order>()

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
    cell: ({ row }) => <Status state={orderState(row.original)} />,
  }),
  column.accessor('amount', {
    header: 'Amount',
    meta: { align: 'end' },
    cell: ({ row: { original } }) => (
      <Money amount={original.totalAmount} currency={original.currency} />
    ),
  }),
  column.accessor('createdAt', {
    id: 'created_at',
    header: 'Date',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <Time at={row.original.createdAt} focusable={false} />
      </span>
    ),
  }),
])
