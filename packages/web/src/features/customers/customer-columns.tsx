import { customerName } from '#/entities/customer/customer-name.ts'
import { formatMoney } from '#/lib/format.ts'
import { Avatar } from '#/ui/avatar.tsx'
import { None } from '#/ui/none.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import type { Customer } from './customer-queries.ts'
import type { CustomerSpend } from './spend-queries.ts'

/** A customer of the list. */
interface ListedCustomer extends Customer {
  /** By currency; undefined while loading. */
  readonly spend: readonly CustomerSpend[] | undefined
}

const column = tableColumns<ListedCustomer>()

export const customerColumns = column.columns([
  column.accessor('name', {
    header: 'Name',
    cell: ({ row: { original } }) => (
      <span className="flex items-center gap-2.5">
        <Avatar key={original.id} name={customerName(original)} />
        <span className="min-w-0">
          <span className="font-medium wrap-anywhere">{customerName(original)}</span>
          {original.name !== null && (
            <span className="block text-xs break-all text-ink-3 md:hidden">{original.email}</span>
          )}
        </span>
      </span>
    ),
  }),
  column.accessor('email', {
    header: 'Email address',
    meta: { onlyWide: true },
    cell: ({ row }) => <span className="break-all text-ink-2">{row.original.email}</span>,
  }),
  column.display({
    id: 'external_id',
    header: 'External ID',
    meta: { onlyWide: true },
    cell: ({ row }) => (
      <code className="font-mono text-xs break-all text-ink-2">{row.original.externalId}</code>
    ),
  }),
  column.display({
    id: 'spent',
    header: 'Spent',
    meta: { align: 'end' },
    cell: ({ row }) => <Spent spend={row.original.spend} />,
  }),
  column.accessor('createdAt', {
    id: 'created_at',
    header: 'Created',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <Time at={row.original.createdAt} focusable={false} />
      </span>
    ),
  }),
])

function Spent({ spend }: Pick<ListedCustomer, 'spend'>) {
  if (spend === undefined) return <Skeleton className="ml-auto h-3.5 w-14" />
  if (spend.length === 0) return <None />
  return (
    <span className="figures">
      {spend.map(({ currency, spentAmount }) => (
        <span key={currency} className="block">
          {formatMoney(spentAmount, currency)}
        </span>
      ))}
    </span>
  )
}
