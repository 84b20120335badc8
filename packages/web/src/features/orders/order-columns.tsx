import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Money } from '../../ui/money.tsx'
import { Status } from '../../ui/status.tsx'
import { tableColumns } from '../../ui/table-features.ts'
import { Time } from '../../ui/time.tsx'
import { buyerName } from './buyer-name.ts'
import type { Order } from './order-queries.ts'

const column = tableColumns<Order>()

export const orderColumns = column.columns([
  column.accessor('customer', {
    header: 'Customer',
    cell: ({ row: { original } }) => (
      <span className="flex items-center gap-2.5">
        <Avatar
          layered
          key={original.id}
          name={buyerName(original)}
          src={original.customer.avatarUrl}
        />
        <span className="min-w-0">
          <span className="font-medium wrap-anywhere">{buyerName(original)}</span>
          <span className="block text-xs text-ink-3 wrap-anywhere md:hidden">
            {original.product.name}
          </span>
          {original.customer.name !== null && (
            <span className="block text-xs break-all text-ink-3 max-md:hidden">
              {original.customer.email}
            </span>
          )}
        </span>
      </span>
    ),
  }),
  column.accessor('product', {
    header: 'Product',
    meta: { onlyWide: true },
    cell: ({ row: { original } }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
        {original.product.name}
        {original.product.isArchived && <Badge>archived</Badge>}
      </span>
    ),
  }),
  column.accessor('status', {
    header: 'Status',
    cell: ({ row }) => <Status state={row.original.status} />,
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
