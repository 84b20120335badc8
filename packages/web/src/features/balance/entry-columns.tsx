import { Link } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { Money } from '#/ui/money.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { DayOf } from '#/ui/time.tsx'
import type { Entry } from './balance-queries.ts'
import { entryTexts } from './balance-text.ts'

const column = tableColumns<Entry>()

export const entryColumns = column.columns([
  column.display({
    id: 'type',
    header: 'Description',
    cell: ({ row }) => <What entry={row.original} />,
  }),
  column.accessor('createdAt', {
    id: 'created_at',
    header: 'When',
    meta: { onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <DayOf at={row.original.createdAt} focusable={false} />
      </span>
    ),
  }),
  column.display({
    id: 'tax_amount',
    header: 'Tax',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row: { original } }) => (
      <Money className="text-ink-2" amount={original.taxAmount} currency={original.currency} />
    ),
  }),
  column.display({
    id: 'amount',
    header: 'Amount',
    meta: { align: 'end' },
    cell: ({ row: { original } }) => (
      <Money amount={original.amount} currency={original.currency} />
    ),
  }),
])

function What({ entry }: { entry: Entry }) {
  const { note } = entryTexts[entry.type]
  return (
    <>
      <Title entry={entry} />
      {note !== null && <span className="block text-xs text-ink-3">{note}</span>}
      <span className="block text-xs text-ink-3 md:hidden">
        <DayOf at={entry.createdAt} focusable={false} />
      </span>
    </>
  )
}

/** Links to the entry’s order, if it has one. */
function Title({ entry: { type, orderId } }: { entry: Entry }) {
  const { slug } = useOrganization()
  const { title } = entryTexts[type]
  return orderId === null ? (
    <span className="font-medium">{title}</span>
  ) : (
    <Link
      to="/dashboard/$slug/orders/$orderId"
      params={{ slug, orderId }}
      className="rounded-xs font-medium text-accent underline-offset-3 hover:underline"
    >
      {title}
    </Link>
  )
}
