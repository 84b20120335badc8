import Ban from 'lucide-react/icons/ban'
import Pencil from 'lucide-react/icons/pencil'
import type { ReactNode } from 'react'
import { MenuSeparator } from '#/ui/menu.tsx'
import { RowAction, RowMenu } from '#/ui/row-menu.tsx'
import { Status } from '#/ui/status.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import type { AccessToken } from './access-token-queries.ts'
import { scopesSummary } from './scope-tree.ts'
import type { TokenStatus } from './token-status.ts'

/** A row of the list. */
export interface AccessTokenRow extends AccessTokenMenuProps {
  status: TokenStatus
}

const column = tableColumns<AccessTokenRow>()

const time = (at: Date | null, never: string): ReactNode => (
  <span className="text-ink-3">{at === null ? never : <Time at={at} focusable={false} />}</span>
)

export const accessTokenColumns = column.columns([
  column.accessor((row) => row.token.comment, {
    id: 'comment',
    header: 'Name',
    cell: ({ row: { original } }) => (
      <>
        <span className="font-medium wrap-anywhere">{original.token.comment}</span>
        <span className="block text-xs text-ink-3 lg:hidden">
          {scopesSummary(original.token.scopes)}
        </span>
      </>
    ),
  }),
  column.display({
    id: 'scopes',
    header: 'Permissions',
    meta: { onlyWide: true },
    cell: ({ row }) => (
      <span className="max-lg:hidden">{scopesSummary(row.original.token.scopes)}</span>
    ),
  }),
  column.display({
    id: 'status',
    header: 'Status',
    cell: ({ row }) => <Status state={row.original.status} />,
  }),
  column.accessor((row) => row.token.createdAt, {
    id: 'created_at',
    header: 'Created',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => time(row.original.token.createdAt, ''),
  }),
  column.accessor((row) => row.token.lastUsedAt, {
    id: 'last_used_at',
    header: 'Last used',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => time(row.original.token.lastUsedAt, 'never'),
  }),
  column.display({
    id: 'expires',
    header: 'Expires',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => time(row.original.token.expiresAt, 'never'),
  }),
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    meta: { align: 'end' },
    cell: ({ row }) => <AccessTokenMenu {...row.original} />,
  }),
])

interface AccessTokenMenuProps {
  token: AccessToken
  /** Undefined for read-only members. */
  onChange?: () => void
  onRevoke?: () => void
}

function AccessTokenMenu({ token, onChange, onRevoke }: AccessTokenMenuProps) {
  if (!onChange || !onRevoke) return null
  return (
    <RowMenu of={token.comment}>
      <RowAction icon={<Pencil />} onSelect={onChange}>
        Change…
      </RowAction>
      <MenuSeparator />
      <RowAction icon={<Ban />} destructive onSelect={onRevoke}>
        Revoke…
      </RowAction>
    </RowMenu>
  )
}
