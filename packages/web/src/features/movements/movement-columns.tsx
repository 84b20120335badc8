import { CustomerCell } from '#/entities/customer/customer-cell.tsx'
import { movementNames } from '#/entities/metric/movement-names.ts'
import { Badge } from '#/ui/badge.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { DayOf } from '#/ui/time.tsx'
import { amountText, otherAmountText } from './movement-amounts.ts'
import type { Movement } from './movement-queries.ts'

const column = tableColumns<Movement>()

export const movementColumns = column.columns([
  column.display({
    id: 'customer',
    header: 'Customer',
    cell: ({ row: { original } }) => (
      <CustomerCell
        sold={{
          id: original.customerId,
          customer: { name: original.customerName, email: original.customerEmail },
          product: { name: original.productName },
        }}
      />
    ),
  }),
  column.display({
    id: 'kind',
    header: 'Kind',
    cell: ({ row: { original } }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge>{movementNames[original.kind]}</Badge>
        {original.started && <span className="text-xs text-ink-3">started</span>}
        {original.ended && <span className="text-xs text-ink-3">ended</span>}
      </span>
    ),
  }),
  column.display({
    id: 'product',
    header: 'Product',
    meta: { onlyWide: true },
    cell: ({ row: { original } }) => (
      <>
        <span className="wrap-anywhere">{original.productName}</span>
        {original.productChange !== null && (
          <span className="block text-xs text-ink-3">{changeTexts[original.productChange]}</span>
        )}
      </>
    ),
  }),
  column.display({
    id: 'amount',
    header: 'Per month',
    meta: { align: 'end' },
    cell: ({ row: { original } }) => (
      <>
        <span className="whitespace-nowrap">{amountText(original)}</span>
        <OtherAmount movement={original} />
        <span className="block text-xs whitespace-nowrap text-ink-3 md:hidden">
          <DayOf at={original.occurredAt} focusable={false} />
        </span>
      </>
    ),
  }),
  column.display({
    id: 'occurred_at',
    header: 'Date',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <DayOf at={row.original.occurredAt} focusable={false} />
      </span>
    ),
  }),
])

const changeTexts = {
  left: 'changed from it',
  entered: 'changed to it',
} as const satisfies Record<NonNullable<Movement['productChange']>, string>

/** What moved next to recurring revenue, for kinds that don’t change it. */
function OtherAmount({ movement }: { movement: Movement }) {
  const text = otherAmountText(movement)
  return text && <span className="block text-xs text-ink-3">{text}</span>
}
