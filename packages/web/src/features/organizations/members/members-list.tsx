import { useQuery } from '@tanstack/react-query'
import UserRoundPlus from 'lucide-react/icons/user-round-plus'
import UserRoundX from 'lucide-react/icons/user-round-x'
import { type ComponentType, useMemo, useState } from 'react'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { useExistingPage } from '../../../lib/use-existing-page.ts'
import { useKeptFocus } from '../../../lib/use-kept-focus.ts'
import { useSettledText } from '../../../lib/use-settled-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { type Member, teamsQuery } from '../organization-queries.ts'
import { memberColumns, memberColumnsWithoutTeams } from './member-columns.tsx'
import type { MemberDialogProps } from './member-dialog.ts'
import { membersPageQuery } from './members-page-query.ts'
import { type MembersView, membersPerPage } from './members-view.ts'

interface MembersListProps {
  /** Who is looking. */
  ownId: string
  view: MembersView
  /** Narrowing while typing replaces the address, a choice adds to the history. */
  onViewChange: (view: MembersView, how: { replace: boolean }) => void
}

export function MembersList({ ownId, view, onViewChange }: MembersListProps) {
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
  const { rows, columns, dialog } = useMemberRows(data?.members, ownId)
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
        empty={<Nobody onClear={() => onViewChange({}, { replace: false })} />}
      />
      {data?.total === 1 && q === '' && <Alone />}
      {dialog}
    </Card>
  )
}

function Alone() {
  return (
    <div className="border-t">
      <EmptyState icon={<UserRoundPlus />} title="You are alone here">
        Others stand here once they accept an invitation. Press “Invite people” to send the first.
      </EmptyState>
    </div>
  )
}

interface Asked {
  Dialog: ComponentType<MemberDialogProps>
  member: Member
}

/** The members with what can be done about each, and the dialog that was asked for. */
function useMemberRows(members: readonly Member[] | undefined, ownId: string) {
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
      onClose={close}
      onDone={(news) => {
        toast({ title: news })
        close()
      }}
    />
  )
  return { rows, columns: hasTeams ? memberColumns : memberColumnsWithoutTeams, dialog }
}

function Nobody({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<UserRoundX />}
      title="Nobody matches"
      action={<Button onClick={onClear}>Show everybody</Button>}
    >
      No member has these words in the name or the address.
    </EmptyState>
  )
}
