import { useQuery } from '@tanstack/react-query'
import UserRoundPlus from 'lucide-react/icons/user-round-plus'
import { type ComponentType, useMemo, useState } from 'react'
import type { RunSensitive } from '#/entities/account/sensitive-action.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { type Member, teamsQuery } from '#/features/organizations/organization-queries.ts'
import { useExistingPage } from '#/lib/use-existing-page.ts'
import { useKeptFocus } from '#/lib/use-kept-focus.ts'
import { useSettledText } from '#/lib/use-settled-text.ts'
import { Card } from '#/ui/card.tsx'
import { DataTable } from '#/ui/data-table.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { SearchInput } from '#/ui/search-input.tsx'
import { useToast } from '#/ui/toast.tsx'
import { memberColumns, memberColumnsWithoutTeams } from './member-columns.tsx'
import type { MemberDialogProps } from './member-dialog.ts'
import { membersPageQuery } from './members-page-query.ts'
import { type MembersView, membersPerPage } from './members-view.ts'

interface MembersListProps {
  /** The current user. */
  ownId: string
  view: MembersView
  run: RunSensitive
  /** Typing replaces the history entry; other filters add one. */
  onViewChange: (view: MembersView, how: { replace: boolean }) => void
}

export function MembersList({ ownId, view, run, onViewChange }: MembersListProps) {
  const { id } = useOrganization()
  const { data } = useQuery({
    ...membersPageQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const { page = 1, q = '' } = view
  const [search, setSearch] = useSettledText(q, (text) =>
    onViewChange(text === '' ? {} : { q: text }, { replace: true }),
  )
  useExistingPage({ page, limit: membersPerPage, total: data?.total }, (last) =>
    onViewChange({ ...view, page: last }, { replace: true }),
  )
  const { rows, columns, dialog } = useMemberRows({ members: data?.members, ownId, run })
  return (
    <Card flush>
      <DataTable
        main
        label="Members"
        columns={columns}
        rows={rows}
        total={data?.total ?? 0}
        rowId={({ member }) => member.id}
        view={{ search: q, page }}
        onViewChange={(table) => onViewChange({ ...view, page: table.page }, { replace: false })}
        limit={membersPerPage}
        toolbar={
          <SearchInput
            label="Search members"
            value={search}
            onChange={setSearch}
            className="flex-1 basis-44 sm:max-w-72"
          />
        }
        empty={
          <NoMatch noun="members" onClear={() => onViewChange({}, { replace: false })}>
            No member has a name or address like this.
          </NoMatch>
        }
      />
      {data?.total === 1 && q === '' && <NoOtherMembers />}
      {dialog}
    </Card>
  )
}

function NoOtherMembers() {
  return (
    <div className="border-t">
      <EmptyState icon={<UserRoundPlus />} title="No other members yet">
        Members appear here once they accept an invitation. Select “Invite people” to send one.
      </EmptyState>
    </div>
  )
}

interface Asked {
  Dialog: ComponentType<MemberDialogProps>
  member: Member
}

interface ShownMembers extends Pick<MembersListProps, 'ownId' | 'run'> {
  members: readonly Member[] | undefined
}

/** The members with their menus, and the open dialog. */
function useMemberRows({ members, ownId, run }: ShownMembers) {
  const { id } = useOrganization()
  const { data: teams } = useQuery(teamsQuery(id))
  const [asked, setAsked] = useState<Asked | null>(null)
  const toast = useToast()
  const hasTeams = teams !== null
  const rows = useMemo(
    () =>
      members?.map((member) => ({
        member,
        isSelf: member.userId === ownId,
        hasTeams,
        teamName: teams?.find((team) => team.id === member.teamId)?.name ?? '',
        onAsk: (Dialog: Asked['Dialog']) => setAsked({ Dialog, member }),
      })),
    [members, ownId, teams, hasTeams],
  )
  useKeptFocus(asked !== null)
  const close = () => setAsked(null)
  const dialog = asked && (
    <asked.Dialog
      member={asked.member}
      isSelf={asked.member.userId === ownId}
      run={run}
      onClose={close}
      onDone={(message) => {
        toast({ title: message })
        close()
      }}
    />
  )
  return { rows, columns: hasTeams ? memberColumns : memberColumnsWithoutTeams, dialog }
}
