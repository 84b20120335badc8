import { Avatar } from '#/ui/avatar.tsx'
import { Money } from '#/ui/money.tsx'
import { Status } from '#/ui/status.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import { useNow } from '#/ui/use-now.ts'
import type { Order } from './sample-orders.ts'

const column = tableColumns<Order>()

export const orderColumns = column.columns([
  column.accessor('customer', {
    header: 'Customer',
    cell: ({ row }) => (
      <span className="flex items-center gap-2.5">
        <Avatar name={row.original.customer} />
        <span>
          {row.original.customer}
          <span className="block text-xs text-ink-3">{row.original.email}</span>
        </span>
      </span>
    ),
  }),
  column.accessor('product', { header: 'For', meta: { onlyWide: true } }),
  column.accessor('status', {
    header: 'Status',
    cell: ({ getValue }) => <Status state={getValue()} />,
  }),
  column.accessor('amount', {
    header: 'Amount',
    meta: { align: 'end' },
    cell: ({ getValue }) => <Money amount={getValue()} currency="usd" />,
  }),
  column.accessor('minutesAgo', {
    header: 'When',
    meta: { align: 'end', onlyWide: true },
    cell: ({ getValue }) => <PlacedAt minutesAgo={getValue()} />,
  }),
])

const minuteMilliseconds = 60_000

function PlacedAt({ minutesAgo }: { minutesAgo: number }) {
  const now = useNow()
  return (
    <span className="text-ink-3">
      <Time at={new Date(now.getTime() - minutesAgo * minuteMilliseconds)} focusable={false} />
    </span>
  )
}
