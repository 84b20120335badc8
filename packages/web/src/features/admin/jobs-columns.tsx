import { Status } from '#/ui/status.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import type { Job } from './jobs-queries.ts'

const column = tableColumns<Job>()

export const jobColumns = column.columns([
  column.display({
    id: 'task',
    header: 'Task',
    cell: ({ row: { original } }) => (
      <>
        <span className="font-mono text-xs wrap-anywhere">{original.task}</span>
        {original.lastError !== null && (
          <span className="line-clamp-1 text-xs text-ink-3 wrap-anywhere">
            {original.lastError}
          </span>
        )}
        <span className="block text-xs text-ink-3 md:hidden">
          {attemptsText(original)} attempts · added{' '}
          <Time at={original.createdAt} focusable={false} />
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
    cell: ({ row }) => (
      <span className="figures whitespace-nowrap">{attemptsText(row.original)}</span>
    ),
  }),
  column.display({
    id: 'created_at',
    header: 'Added',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <Time at={row.original.createdAt} focusable={false} />
      </span>
    ),
  }),
])

/** “3 of 25”. */
export const attemptsText = ({ attempts, attemptsMax }: Pick<Job, 'attempts' | 'attemptsMax'>) =>
  `${attempts} of ${attemptsMax}`
