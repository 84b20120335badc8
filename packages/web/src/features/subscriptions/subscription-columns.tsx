import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Status } from '../../ui/status.tsx'
import { tableColumns } from '../../ui/table-features.ts'
import { Time } from '../../ui/time.tsx'
import { AmountPerPeriod } from './amount-per-period.tsx'
import { subscriberName } from './subscriber-name.ts'
import type { Subscription } from './subscription-queries.ts'
import { isBillable, stateOf } from './subscription-state.ts'

const column = tableColumns<Subscription>()

export const subscriptionColumns = column.columns([
  column.accessor('customer', {
    header: 'Customer',
    cell: ({ row: { original } }) => (
      <span className="flex items-center gap-2.5">
        <Avatar
          layered
          key={original.id}
          name={subscriberName(original)}
          src={original.customer.avatarUrl}
        />
        <span className="min-w-0">
          <span className="font-medium wrap-anywhere">{subscriberName(original)}</span>
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
    cell: ({ row }) => <Status state={stateOf(row.original)} />,
  }),
  column.accessor('amount', {
    header: 'Amount',
    meta: { align: 'end' },
    cell: ({ row }) => (
      <span className="max-md:grid max-md:justify-items-end">
        <AmountPerPeriod subscription={row.original} />
      </span>
    ),
  }),
  column.accessor('startedAt', {
    id: 'started_at',
    header: 'Started',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => <When at={row.original.startedAt} />,
  }),
  column.accessor('currentPeriodEnd', {
    id: 'current_period_end',
    header: 'Renews or ends',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row: { original } }) => (
      <When at={isBillable(original) ? original.currentPeriodEnd : original.endedAt} />
    ),
  }),
])

function When({ at }: { at: Date | null }) {
  return (
    <span className="text-ink-3">{at === null ? '–' : <Time at={at} focusable={false} />}</span>
  )
}
