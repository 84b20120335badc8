import { RoleChips } from '#/features/organizations/members/role-chips.tsx'
import { Badge } from '#/ui/badge.tsx'
import { EmailText } from '#/ui/email-text.tsx'
import { Status } from '#/ui/status.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import { ToneIcon } from '#/ui/tone-icon.tsx'
import { InvitationMenu, type InvitationMenuProps } from './invitation-menu.tsx'
import type { InvitationStatus } from './invitation-status.ts'

/** A row of the list. */
export interface InvitationRow extends InvitationMenuProps {
  teamName: string
}

const column = tableColumns<InvitationRow>()

const email = column.display({
  id: 'email',
  header: 'Address',
  cell: ({ row: { original } }) => <Address {...original} />,
})

const status = column.display({
  id: 'status',
  header: 'Status',
  cell: ({ row }) => <StatusCell status={row.original.status} />,
})

const roles = column.display({
  id: 'roles',
  header: 'Roles',
  cell: ({ row }) => <RoleChips role={row.original.invitation.role} />,
})

const rolesWhereWide = column.display({ ...roles, meta: { onlyWide: true } })

const team = column.display({
  id: 'team',
  header: 'Team',
  meta: { onlyWide: true },
  cell: ({ row }) => <span className="block min-w-28 wrap-anywhere">{row.original.teamName}</span>,
})

const sent = column.display({
  id: 'sent',
  header: 'Sent',
  meta: { align: 'end', onlyWide: true },
  cell: ({ row }) => (
    <span className="text-ink-3">
      <Time at={row.original.invitation.createdAt} focusable={false} />
    </span>
  ),
})

const ends = column.display({
  id: 'ends',
  header: 'Ends',
  meta: { align: 'end', onlyWide: true },
  cell: ({ row }) => <Time at={row.original.invitation.expiresAt} focusable={false} />,
})

const actions = column.display({
  id: 'actions',
  header: () => <span className="sr-only">Actions</span>,
  meta: { align: 'end' },
  cell: ({ row }) => <InvitationMenu {...row.original} />,
})

const columns = {
  open: {
    withTeams: column.columns([email, roles, team, sent, ends, actions]),
    withoutTeams: column.columns([email, roles, sent, ends, actions]),
  },
  past: {
    withTeams: column.columns([email, status, rolesWhereWide, team, sent, actions]),
    withoutTeams: column.columns([email, status, rolesWhereWide, sent, actions]),
  },
}

export function invitationColumns(show: 'open' | 'past', hasTeams: boolean) {
  return columns[show][hasTeams ? 'withTeams' : 'withoutTeams']
}

/** On phones it includes the time, which is a column otherwise. */
function Address({ invitation, status: state }: InvitationRow) {
  const { email: address, createdAt, expiresAt } = invitation
  return (
    <>
      <EmailText>{address}</EmailText>
      <span className="block text-xs text-ink-3 md:hidden">
        {state === 'open' ? 'ends ' : 'sent '}
        <Time at={state === 'open' ? expiresAt : createdAt} focusable={false} />
      </span>
    </>
  )
}

function StatusCell({ status: state }: { status: InvitationStatus }) {
  if (state !== 'rejected') return <Status state={state} />
  return (
    <Badge tone="bad" icon={<ToneIcon tone="bad" />}>
      declined
    </Badge>
  )
}
