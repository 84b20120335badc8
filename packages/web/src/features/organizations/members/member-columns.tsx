import { Avatar } from '#/ui/avatar.tsx'
import { Badge } from '#/ui/badge.tsx'
import { EmailText } from '#/ui/email-text.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import { MemberMenu, type MemberMenuProps } from './member-menu.tsx'
import { memberName } from './member-name.ts'
import { RoleChips } from './role-chips.tsx'

/** A row of the list. */
interface MemberRow extends MemberMenuProps {
  teamName: string
}

const column = tableColumns<MemberRow>()

const name = column.display({
  id: 'name',
  header: 'Name',
  cell: ({ row }) => <Person {...row.original} />,
})

const roles = column.display({
  id: 'roles',
  header: 'Roles',
  cell: ({ row: { original } }) => (
    <>
      <RoleChips role={original.member.role} />
      <span className="mt-1 block text-xs wrap-anywhere text-ink-3 empty:hidden md:hidden">
        {original.teamName}
      </span>
    </>
  ),
})

const team = column.display({
  id: 'team',
  header: 'Team',
  meta: { onlyWide: true },
  cell: ({ row }) => <span className="block min-w-28 wrap-anywhere">{row.original.teamName}</span>,
})

const joined = column.display({
  id: 'joined',
  header: 'Joined',
  meta: { align: 'end', onlyWide: true },
  cell: ({ row }) => (
    <span className="text-ink-3">
      <Time at={row.original.member.createdAt} focusable={false} />
    </span>
  ),
})

const actions = column.display({
  id: 'actions',
  header: () => <span className="sr-only">Actions</span>,
  meta: { align: 'end' },
  cell: ({ row }) => <MemberMenu {...row.original} />,
})

export const memberColumns = column.columns([name, roles, team, joined, actions])
export const memberColumnsWithoutTeams = column.columns([name, roles, joined, actions])

function Person({ member, isSelf }: MemberRow) {
  const { user } = member
  return (
    <span className="flex items-center gap-2.5">
      <Avatar key={user.image} name={memberName(member)} src={user.image} />
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 wrap-anywhere">{memberName(member)}</span>
          {isSelf && <Badge>you</Badge>}
        </span>
        {user.name.trim() !== '' && (
          <span className="block text-xs text-ink-3">
            <EmailText>{user.email}</EmailText>
          </span>
        )}
      </span>
    </span>
  )
}
