import Snowflake from 'lucide-react/icons/snowflake'
import { Avatar } from '#/ui/avatar.tsx'
import { Badge } from '#/ui/badge.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { DayOf } from '#/ui/time.tsx'
import type { ListedOrganization } from './organizations-queries.ts'

const column = tableColumns<ListedOrganization>()

export const organizationColumns = column.columns([
  column.display({
    id: 'name',
    header: 'Organization',
    cell: ({ row: { original: organization } }) => (
      <span className="flex items-center gap-2.5">
        <Avatar name={organization.name} src={organization.logo} square />
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="break-words">{organization.name}</span>
            <ClockBadge organization={organization} />
          </span>
          <span className="block break-all text-xs text-ink-3">{organization.slug}</span>
        </span>
      </span>
    ),
  }),
  column.display({
    id: 'members',
    header: 'Members',
    meta: { align: 'end' },
    cell: ({ row }) => row.original.memberCount,
  }),
  column.display({
    id: 'created',
    header: 'Created',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <DayOf at={row.original.createdAt} focusable={false} />
      </span>
    ),
  }),
])

interface ClockBadgeProps {
  organization: Pick<ListedOrganization, 'clockFrozenAt'>
}

/** Shown for sandboxes whose clock was advanced. */
export function ClockBadge({ organization: { clockFrozenAt } }: ClockBadgeProps) {
  return clockFrozenAt === null ? null : (
    <Badge icon={<Snowflake aria-hidden="true" />}>clock stands still</Badge>
  )
}
