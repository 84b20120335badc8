import { activationsText, usageText } from '#/entities/benefit/license-key-text.ts'
import { customerName } from '#/entities/customer/customer-name.ts'
import { Status } from '#/ui/status.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { DayOf } from '#/ui/time.tsx'
import type { ListedKey } from './key-queries.ts'

const column = tableColumns<ListedKey>()

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
  column.display({
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
  column.display({
    id: 'expires_at',
    header: 'Expires',
    meta: { align: 'end' },
    cell: ({ row: { original } }) => (
      <span className="text-ink-3">
        {original.expiresAt === null ? (
          'never'
        ) : (
          <DayOf at={original.expiresAt} focusable={false} />
        )}
      </span>
    ),
  }),
])
