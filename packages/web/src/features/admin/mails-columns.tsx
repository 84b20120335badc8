import { Status } from '#/ui/status.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import type { Mail } from './mails-queries.ts'

const column = tableColumns<Mail>()

export const mailColumns = column.columns([
  column.display({
    id: 'recipient',
    header: 'Recipient',
    cell: ({ row: { original } }) => (
      <>
        <span className="block wrap-anywhere">{original.recipient}</span>
        <span className="block text-xs text-ink-3 wrap-anywhere">{original.subject}</span>
        <span className="block text-xs text-ink-3 md:hidden">
          <Time at={original.queuedAt} focusable={false} />
        </span>
      </>
    ),
  }),
  column.display({
    id: 'state',
    header: 'State',
    cell: ({ row: { original } }) => (
      <>
        <Status state={original.state} />
        {original.nextAttemptAt !== null && (
          <span className="block text-xs text-ink-3">
            <Time at={original.nextAttemptAt} focusable={false} />
          </span>
        )}
      </>
    ),
  }),
  column.display({
    id: 'attempts',
    header: 'Attempts',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => <span className="figures">{row.original.attempts}</span>,
  }),
  column.display({
    id: 'queued_at',
    header: 'Queued',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <Time at={row.original.queuedAt} focusable={false} />
      </span>
    ),
  }),
])
