import { Badge } from '#/ui/badge.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import { TeamMenu, type TeamMenuProps } from './team-menu.tsx'

/** A row of the list. */
export interface TeamRow extends TeamMenuProps {
  /** The number of members; null while unknown. */
  members: number | null
}

const column = tableColumns<TeamRow>()

export const teamColumns = column.columns([
  column.display({
    id: 'name',
    header: 'Name',
    cell: ({ row: { original } }) => (
      <span className="flex flex-wrap items-center gap-x-2 font-medium">
        <span className="min-w-0 wrap-anywhere">{original.team.name}</span>
        {original.isOwn && <Badge>yours</Badge>}
      </span>
    ),
  }),
  column.display({
    id: 'members',
    header: 'Members',
    meta: { align: 'end' },
    cell: ({ row }) => row.original.members,
  }),
  column.display({
    id: 'created',
    header: 'Created',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <Time at={row.original.team.createdAt} focusable={false} />
      </span>
    ),
  }),
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    meta: { align: 'end' },
    cell: ({ row }) => <TeamMenu {...row.original} />,
  }),
])
