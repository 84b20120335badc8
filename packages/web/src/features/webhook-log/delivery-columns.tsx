import { Status } from '#/ui/status.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import { answerText, attemptsText, objectText } from './delivery-text.ts'
import { Due } from './due.tsx'
import type { Delivery } from './log-queries.ts'

const column = tableColumns<Delivery>()

export const deliveryColumns = column.columns([
  column.display({
    id: 'type',
    header: 'Event',
    cell: ({ row: { original } }) => (
      <>
        <span className="font-mono text-xs wrap-anywhere md:whitespace-nowrap">
          {original.type}
        </span>
        <span className="block text-xs text-ink-3 max-md:hidden">
          {objectText(original.objectType)} {shortened(original.objectId)}
        </span>
        <span className="block text-xs text-ink-3 md:hidden">
          <Time at={original.createdAt} focusable={false} />
          {` · ${answerText(original)}`}
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
        {original.state === 'waiting' && (
          <span className="block text-xs text-ink-3">
            {original.nextAttemptAt === null ? (
              'waiting for an earlier event'
            ) : (
              <Due at={original.nextAttemptAt} focusable={false} />
            )}
          </span>
        )}
      </>
    ),
  }),
  column.display({
    id: 'answer',
    header: 'Response',
    meta: { onlyWide: true },
    cell: ({ row: { original } }) => (
      <>
        <span className="figures whitespace-nowrap">{answerText(original)}</span>
        {original.attemptCount > 1 && (
          <span className="block text-xs text-ink-3">{attemptsText(original.attemptCount)}</span>
        )}
      </>
    ),
  }),
  column.display({
    id: 'sequence',
    header: 'Sequence',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => <span className="text-ink-3">{row.original.sequence}</span>,
  }),
  column.display({
    id: 'created_at',
    header: 'First sent',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <Time at={row.original.createdAt} focusable={false} />
      </span>
    ),
  }),
])

/** The end of an id, because ids created in sequence share their start. */
const shortened = (id: string): string => (id.length > 12 ? `…${id.slice(-8)}` : id)
