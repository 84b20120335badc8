import { activationsText, usageText } from '#/entities/benefit/license-key-text.ts'
import { customerName } from '#/entities/customer/customer-name.ts'
import { formatCount } from '#/lib/format.ts'
import { EmailText } from '#/ui/email-text.tsx'
import { Status } from '#/ui/status.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { DayOf } from '#/ui/time.tsx'
import type { ListedKey } from './key-queries.ts'

const column = tableColumns<ListedKey>()

const extra = { onlyWide: true, isExtra: true } as const

export const keyColumns = column.columns([
  column.display({
    id: 'key',
    header: 'Key',
    cell: ({ row: { original } }) => (
      <>
        <code className="font-mono text-xs">{original.displayKey}</code>
        <span className="block text-xs text-ink-3 wrap-anywhere">
          {customerName(original.customer)}
        </span>
      </>
    ),
  }),
  column.display({
    id: 'status',
    header: 'Status',
    cell: ({ row }) => <Status state={row.original.status} />,
  }),
  column.accessor('usage', {
    id: 'usage',
    header: 'Usage',
    meta: { onlyWide: true },
    cell: ({ row: { original } }) => (
      <>
        <span className="figures">{usageText(original) ?? 'none'}</span>
        {original.limitActivations !== null && (
          <span className="block text-xs text-ink-3">
            {activationsText(original.activationsCount, original.limitActivations)}
          </span>
        )}
      </>
    ),
  }),
  column.accessor('expiresAt', {
    id: 'expires_at',
    header: 'Expires',
    meta: { align: 'end' },
    cell: ({ row }) => <At at={row.original.expiresAt} />,
  }),
  column.accessor('lastValidatedAt', {
    id: 'last_validated_at',
    header: 'Last checked',
    meta: { ...extra, align: 'end' },
    cell: ({ row }) => <At at={row.original.lastValidatedAt} />,
  }),
  column.display({
    id: 'validations',
    header: 'Checks',
    meta: { ...extra, align: 'end' },
    cell: ({ row }) => <span className="figures">{formatCount(row.original.validations)}</span>,
  }),
  column.display({
    id: 'email',
    header: 'Email address',
    meta: extra,
    cell: ({ row }) => <EmailText>{row.original.customer.email}</EmailText>,
  }),
  column.accessor('createdAt', {
    id: 'created_at',
    header: 'Created',
    meta: { ...extra, align: 'end' },
    cell: ({ row }) => <At at={row.original.createdAt} />,
  }),
])

function At({ at }: { at: Date | null }) {
  return (
    <span className="text-ink-3">
      {at === null ? 'never' : <DayOf at={at} focusable={false} />}
    </span>
  )
}
