import { isOperator } from '#/entities/account/session.ts'
import { Avatar } from '#/ui/avatar.tsx'
import { EmailText } from '#/ui/email-text.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import type { User } from './admin-queries.ts'
import { OperatorBadge, StatusBadge } from './user-badges.tsx'

const column = tableColumns<User>()

export const userColumns = column.columns([
  column.accessor('name', {
    header: 'Name',
    cell: ({ row: { original: user } }) => (
      <span className="flex items-center gap-2.5">
        <Avatar name={user.name || user.email} src={user.image} />
        <span className="min-w-0">
          <span className="block">
            <EmailText>{user.name || user.email}</EmailText>
          </span>
          {user.name && (
            <span className="block text-xs text-ink-3">
              <EmailText>{user.email}</EmailText>
            </span>
          )}
        </span>
      </span>
    ),
  }),
  column.accessor('username', {
    header: 'Username',
    meta: { onlyWide: true },
    cell: ({ row }) => row.original.displayUsername,
  }),
  column.display({
    id: 'standing',
    header: 'Status',
    cell: ({ row }) => <StatusBadge user={row.original} />,
  }),
  column.accessor('role', {
    header: 'Role',
    meta: { onlyWide: true },
    cell: ({ row }) => (isOperator(row.original) ? <OperatorBadge /> : 'User'),
  }),
  column.accessor('createdAt', {
    header: 'Joined',
    meta: { align: 'end', onlyWide: true },
    cell: ({ getValue }) => (
      <span className="text-ink-3">
        <Time at={getValue()} focusable={false} />
      </span>
    ),
  }),
])
