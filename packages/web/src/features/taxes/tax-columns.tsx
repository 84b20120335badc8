import { placeName } from '#/entities/address/place-name.ts'
import { None } from '#/ui/none.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { DayOf } from '#/ui/time.tsx'
import { RegistrationMenu, type RegistrationMenuProps } from './registration-menu.tsx'
import { rateText, reachText } from './tax-text.ts'

const column = tableColumns<RegistrationMenuProps>()

export const taxColumns = column.columns([
  column.accessor('registration.country', {
    id: 'country',
    header: 'Place',
    cell: ({ row: { original } }) => (
      <>
        <span className="font-medium">{placeName(original.registration)}</span>
        {original.registration.scheme !== 'domestic' && (
          <span className="block text-xs text-ink-3">
            {reachText[original.registration.scheme]}
          </span>
        )}
      </>
    ),
  }),
  column.display({
    id: 'rate',
    header: 'Rate',
    cell: ({ row }) => rateText(row.original.registration.taxRate),
  }),
  column.display({
    id: 'number',
    header: 'Tax number',
    meta: { onlyWide: true },
    cell: ({ row: { original } }) =>
      original.registration.taxNumber === null ? (
        <None />
      ) : (
        <span className="font-mono text-xs break-all">{original.registration.taxNumber}</span>
      ),
  }),
  column.display({
    id: 'since',
    header: 'Collected from',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <DayOf at={row.original.registration.collectsSince} focusable={false} />
      </span>
    ),
  }),
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    meta: { align: 'end' },
    cell: ({ row }) => <RegistrationMenu {...row.original} />,
  }),
])
