import { customerName } from '#/entities/customer/customer-name.ts'
import { disputeReason } from '#/entities/dispute/dispute-text.ts'
import { formatDay } from '#/lib/format.ts'
import { Avatar } from '#/ui/avatar.tsx'
import { EmailText } from '#/ui/email-text.tsx'
import { Money } from '#/ui/money.tsx'
import { Status } from '#/ui/status.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { DayOf } from '#/ui/time.tsx'
import type { Dispute } from './dispute-queries.ts'

const column = tableColumns<Dispute>()

const extra = { onlyWide: true, isExtra: true } as const

export const disputeColumns = column.columns([
  column.accessor('customer', {
    header: 'Customer',
    enableSorting: false,
    cell: ({ row: { original } }) => <Disputer customer={original.customer} />,
  }),
  column.accessor('reason', {
    header: 'Reason',
    enableSorting: false,
    meta: { onlyWide: true },
    cell: ({ row }) => disputeReason(row.original.reason),
  }),
  column.accessor('status', {
    header: 'Status',
    enableSorting: false,
    cell: ({ row: { original } }) => <State dispute={original} />,
  }),
  column.accessor('evidenceDueBy', {
    id: 'evidence_due_by',
    header: 'Answer before',
    meta: { onlyWide: true },
    cell: ({ row: { original } }) =>
      original.status === 'needs_response' && original.evidenceDueBy !== null ? (
        formatDay(original.evidenceDueBy)
      ) : (
        <span className="text-ink-3">–</span>
      ),
  }),
  column.accessor('amount', {
    header: 'Amount',
    meta: { align: 'end' },
    cell: ({ row: { original } }) => (
      <Money amount={original.amount + original.taxAmount} currency={original.currency} />
    ),
  }),
  column.accessor('createdAt', {
    id: 'created_at',
    header: 'Opened',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <DayOf at={row.original.createdAt} focusable={false} />
      </span>
    ),
  }),
  column.display({
    id: 'currency',
    header: 'Currency',
    meta: extra,
    cell: ({ row }) => row.original.currency.toUpperCase(),
  }),
  column.display({
    id: 'tax_amount',
    header: 'Tax',
    meta: { ...extra, align: 'end' },
    cell: ({ row: { original } }) => (
      <Money amount={original.taxAmount} currency={original.currency} />
    ),
  }),
  column.display({
    id: 'email',
    header: 'Email address',
    meta: extra,
    cell: ({ row }) => <EmailText>{row.original.customer.email}</EmailText>,
  }),
  column.display({
    id: 'id',
    header: 'ID',
    meta: extra,
    cell: ({ row }) => <code className="font-mono text-xs">{row.original.id}</code>,
  }),
])

function Disputer({ customer }: Pick<Dispute, 'customer'>) {
  const name = customerName(customer)
  return (
    <span className="flex items-center gap-2.5">
      <span className="max-md:hidden">
        <Avatar key={customer.id} name={name} />
      </span>
      <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
    </span>
  )
}

/** The reason has its own column on wide screens. */
function State({ dispute: { status, reason } }: { dispute: Dispute }) {
  return (
    <span className="grid justify-items-start gap-0.5">
      <Status state={status} />
      <span className="text-xs text-ink-3 md:hidden">{disputeReason(reason)}</span>
    </span>
  )
}
