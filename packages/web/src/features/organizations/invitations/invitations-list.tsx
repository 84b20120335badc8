import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useMemo, useState } from 'react'
import type { FreshSession } from '#/entities/account/sensitive-action.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import {
  type Invitation,
  invitationsQuery,
  teamsQuery,
} from '#/features/organizations/organization-queries.ts'
import { useExistingPage } from '#/lib/use-existing-page.ts'
import { useKeptFocus } from '#/lib/use-kept-focus.ts'
import { useSettledText } from '#/lib/use-settled-text.ts'
import { Card } from '#/ui/card.tsx'
import { DataTable } from '#/ui/data-table.tsx'
import { SearchInput } from '#/ui/search-input.tsx'
import { Tabs } from '#/ui/tabs.tsx'
import { useToast } from '#/ui/toast.tsx'
import { useNow } from '#/ui/use-now.ts'
import { type InvitationRow, invitationColumns } from './invitation-columns.tsx'
import type { InvitationDialogProps } from './invitation-dialog.ts'
import { statusOf } from './invitation-status.ts'
import { type InvitationsView, invitationsPerPage } from './invitations-view.ts'
import { NoInvitations } from './no-invitations.tsx'

interface InvitationsListProps {
  view: InvitationsView
  freshSession: FreshSession
  /** Typing replaces the history entry; other filters add one. */
  onViewChange: (view: InvitationsView, how: { replace: boolean }) => void
}

/** The open invitations, and a tab of past ones. */
export function InvitationsList({ view, freshSession, onViewChange }: InvitationsListProps) {
  const { rows, dialog } = useInvitationRows(freshSession)
  const show = view.show ?? 'open'
  const inTab = {
    open: rows?.filter(({ status }) => status === 'open'),
    past: rows?.filter(({ status }) => status !== 'open'),
  }
  const panel = <InvitationsTable {...{ view, onViewChange }} rows={inTab[show]} />
  return (
    <>
      <Tabs
        label="Invitations"
        value={show}
        onChange={(next) =>
          onViewChange(next === 'past' ? { show: 'past' } : {}, { replace: false })
        }
        tabs={[
          { value: 'open', label: <TabLabel rows={inTab.open}>Open</TabLabel>, panel },
          { value: 'past', label: <TabLabel rows={inTab.past}>Past</TabLabel>, panel },
        ]}
      />
      {dialog}
    </>
  )
}

interface TabLabelProps {
  rows: readonly InvitationRow[] | undefined
  children: ReactNode
}

function TabLabel({ rows, children }: TabLabelProps) {
  return (
    <>
      {children} <span className="figures ml-0.5 text-ink-3">{rows?.length}</span>
    </>
  )
}

interface InvitationsTableProps extends Omit<InvitationsListProps, 'freshSession'> {
  /** Undefined while loading. */
  rows: readonly InvitationRow[] | undefined
}

function InvitationsTable({ view, onViewChange, rows }: InvitationsTableProps) {
  const { id } = useOrganization()
  const { data: teams } = useQuery(teamsQuery(id))
  const { show = 'open', q = '', page = 1 } = view
  const { page: _, q: __, ...everything } = view
  const [search, setSearch] = useSettledText(q, (text) =>
    onViewChange({ ...everything, ...(text && { q: text }) }, { replace: true }),
  )
  const query = q.trim().toLowerCase()
  const found = rows?.filter(({ invitation }) => invitation.email.includes(query))
  useExistingPage({ page, limit: invitationsPerPage, total: found?.length }, (last) =>
    onViewChange({ ...view, page: last }, { replace: true }),
  )
  return (
    <Card flush>
      <DataTable
        main
        label={show === 'open' ? 'Open invitations' : 'Past invitations'}
        columns={invitationColumns(show, teams !== null)}
        rows={found}
        rowId={({ invitation }) => invitation.id}
        view={{ search: '', page }}
        onViewChange={(table) => onViewChange({ ...view, page: table.page }, { replace: false })}
        limit={invitationsPerPage}
        toolbar={
          rows?.length !== 0 && (
            <SearchInput
              label="Search invitations"
              value={search}
              onChange={setSearch}
              className="flex-1 basis-44 sm:max-w-72"
            />
          )
        }
        empty={
          <NoInvitations
            show={show}
            isNarrowed={rows?.length !== 0}
            onClear={() => onViewChange(everything, { replace: false })}
          />
        }
      />
    </Card>
  )
}

interface Asked {
  Dialog: ComponentType<InvitationDialogProps>
  invitation: Invitation
}

/** The invitations with their menus, and the open dialog. */
function useInvitationRows(freshSession: FreshSession) {
  const { id } = useOrganization()
  const now = useNow()
  const { data: teams } = useQuery(teamsQuery(id))
  const { data: invitations } = useQuery({
    ...invitationsQuery(id),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const [asked, setAsked] = useState<Asked | null>(null)
  const toast = useToast()
  const rows = useMemo(() => {
    const isInvited = new Set(
      invitations
        ?.filter((invitation) => statusOf(invitation, now) === 'open')
        .map(({ email }) => email),
    )
    return invitations?.map((invitation) => ({
      invitation,
      status: statusOf(invitation, now),
      isInvited: isInvited.has(invitation.email),
      teamName: teams?.find((team) => team.id === invitation.teamId)?.name ?? '',
      onAsk: (Dialog: Asked['Dialog']) => setAsked({ Dialog, invitation }),
    }))
  }, [invitations, teams, now])
  useKeptFocus(asked !== null)
  const close = () => setAsked(null)
  const dialog = asked ? (
    <asked.Dialog
      invitation={asked.invitation}
      freshSession={freshSession}
      onClose={close}
      onDone={(message) => {
        toast({ title: message })
        close()
      }}
    />
  ) : (
    freshSession.dialog
  )
  return { rows, dialog }
}
