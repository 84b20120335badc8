import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import type { AuditEntry } from './audit-queries.ts'
import { actorName, actorTypeNames, readable } from './audit-text.ts'

const column = tableColumns<AuditEntry>()

export const auditColumns = column.columns([
  column.accessor('action', {
    header: 'Action',
    enableSorting: false,
    cell: ({ row: { original } }) => <Action entry={original} />,
  }),
  column.display({
    id: 'actor',
    header: 'By',
    cell: ({ row: { original } }) => <By actor={original.actor} />,
  }),
  column.accessor('objectType', {
    header: 'Object',
    enableSorting: false,
    meta: { onlyWide: true },
    cell: ({ row: { original } }) => readable(original.objectType),
  }),
  column.accessor('createdAt', {
    id: 'created_at',
    header: 'When',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <Time at={row.original.createdAt} focusable={false} />
      </span>
    ),
  }),
])

/** The time has its own column on wide screens. */
function Action({ entry: { action, createdAt, changes } }: { entry: AuditEntry }) {
  const fields = changes?.map(({ field }) => readable(field)) ?? []
  return (
    <span className="grid gap-0.5">
      <span className="font-medium">{readable(action)}</span>
      {fields.length > 0 && (
        <span className="truncate text-xs text-ink-3 max-md:hidden">
          {fields.slice(0, 4).join(', ')}
          {fields.length > 4 && ` and ${fields.length - 4} more`}
        </span>
      )}
      <span className="text-xs text-ink-3 md:hidden">
        <Time at={createdAt} focusable={false} />
      </span>
    </span>
  )
}

function By({ actor }: Pick<AuditEntry, 'actor'>) {
  return (
    <span className="grid gap-0.5">
      <span className="wrap-anywhere">{actorName(actor)}</span>
      {actor.type !== 'user' && actor.name !== null && (
        <span className="text-xs text-ink-3">{actorTypeNames[actor.type]}</span>
      )}
    </span>
  )
}
