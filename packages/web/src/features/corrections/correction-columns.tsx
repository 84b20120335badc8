import { CustomerCell } from '#/entities/customer/customer-cell.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Money } from '#/ui/money.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { DayOf } from '#/ui/time.tsx'
import type { Correction } from './correction-queries.ts'

const column = tableColumns<Correction>()

export const correctionColumns = column.columns([
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
    cell: ({ row: { original } }) => <Badge>{kindText(original)}</Badge>,
  }),
  column.display({
    id: 'product',
    header: 'Product',
    meta: { onlyWide: true },
    cell: ({ row }) => <span className="wrap-anywhere">{row.original.productName}</span>,
  }),
  column.display({
    id: 'amount',
    header: 'Without tax',
    meta: { align: 'end' },
    cell: ({ row: { original } }) => (
      <>
        <Money amount={original.amount} currency={original.currency} />
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

const kindTexts = {
  refund: 'Refund',
  refund_reversal: 'Refund failed',
  dispute: 'Dispute',
  dispute_lost: 'Dispute lost',
} as const satisfies Record<Correction['kind'], string>

/** A dispute that takes more later is no other dispute. */
const kindText = ({ kind, counted }: Correction): string =>
  kind === 'dispute' && counted === 0 ? 'Dispute raised' : kindTexts[kind]
