import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import { RateMenu, type RateMenuProps } from './rate-menu.tsx'
import { dayText, enteredByText, worthText } from './rate-text.ts'

const column = tableColumns<RateMenuProps>()

export const rateColumns = column.columns([
  column.accessor('rate.day', {
    id: 'day',
    header: 'From',
    cell: ({ row }) => <span className="font-medium">{dayText(row.original.rate.day)}</span>,
  }),
  column.accessor('rate.currency', {
    id: 'currency',
    header: 'Rate',
    cell: ({ row }) => <span className="figures">{worthText(row.original.rate)}</span>,
  }),
  column.display({
    id: 'by',
    header: 'Entered by',
    meta: { onlyWide: true },
    cell: ({ row }) => enteredByText(row.original.rate),
  }),
  column.display({
    id: 'entered',
    header: 'Entered',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <Time at={row.original.rate.enteredAt} focusable={false} />
      </span>
    ),
  }),
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    meta: { align: 'end' },
    cell: ({ row }) => <RateMenu {...row.original} />,
  }),
])
