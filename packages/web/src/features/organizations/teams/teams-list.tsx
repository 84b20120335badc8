import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import Network from 'lucide-react/icons/network'
import { type ComponentType, useMemo, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { teamsQuery } from '#/features/organizations/organization-queries.ts'
import { useExistingPage } from '#/lib/use-existing-page.ts'
import { useKeptFocus } from '#/lib/use-kept-focus.ts'
import { useSettledText } from '#/lib/use-settled-text.ts'
import { Card } from '#/ui/card.tsx'
import { DataTable } from '#/ui/data-table.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { SearchInput } from '#/ui/search-input.tsx'
import { useToast } from '#/ui/toast.tsx'
import { type TeamRow, teamColumns } from './team-columns.tsx'
import type { TeamDialogProps } from './team-dialog.ts'
import { everybodyQuery } from './team-queries.ts'
import { TeamSheet } from './team-sheet.tsx'
import { type TeamsView, teamsPerPage } from './teams-view.ts'

interface TeamsListProps {
  /** The current user. */
  ownId: string
  view: TeamsView
  /** Typing replaces the history entry; other filters add one. */
  onViewChange: (view: TeamsView, how: { replace: boolean }) => void
}

/** The teams; a row opens its team next to the list. */
export function TeamsList({ ownId, view, onViewChange }: TeamsListProps) {
  const router = useRouter()
  const { slug } = useOrganization()
  const { rows, dialog } = useTeamRows(ownId)
  const { q = '', page = 1, team: openId } = view
  const [search, setSearch] = useSettledText(q, (text) =>
    onViewChange(text === '' ? {} : { q: text }, { replace: true }),
  )
  const query = q.trim().toLowerCase()
  const found = rows?.filter(({ team }) => team.name.toLowerCase().includes(query))
  useExistingPage({ page, limit: teamsPerPage, total: found?.length }, (last) =>
    onViewChange({ ...view, page: last }, { replace: true }),
  )
  const { team: _, ...list } = view
  const opened = rows?.find(({ team }) => team.id === openId)
  const open = ({ team }: TeamRow): TeamsView => ({ ...list, team: team.id })
  return (
    <Card flush>
      <DataTable
        main
        label="Teams"
        columns={teamColumns}
        rows={found}
        rowId={({ team }) => team.id}
        view={{ search: '', page }}
        onViewChange={(table) => onViewChange({ ...list, page: table.page }, { replace: false })}
        limit={teamsPerPage}
        rowHref={(row) =>
          router.buildLocation({
            to: '/dashboard/$slug/settings/teams',
            params: { slug },
            search: open(row),
          }).href
        }
        onOpen={(row) => onViewChange(open(row), { replace: false })}
        toolbar={
          <SearchInput
            label="Search teams"
            value={search}
            onChange={setSearch}
            className="flex-1 basis-44 sm:max-w-72"
          />
        }
        empty={
          <NoTeams isNarrowed={query !== ''} onClear={() => onViewChange({}, { replace: false })} />
        }
      />
      {opened && (
        <TeamSheet team={opened.team} onClose={() => onViewChange(list, { replace: false })} />
      )}
      {dialog}
    </Card>
  )
}

interface Asked {
  Dialog: ComponentType<TeamDialogProps>
  /** Snapshots, so that the dialog stays open when someone else removes a team. */
  about: Pick<TeamDialogProps, 'team' | 'members'>
}

/** The teams with their menus, and the open dialog. */
function useTeamRows(ownId: string) {
  const { id } = useOrganization()
  const { data: teams } = useQuery({
    ...teamsQuery(id),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const { data: everybody } = useQuery(everybodyQuery(id))
  const [asked, setAsked] = useState<Asked | null>(null)
  const toast = useToast()
  const rows = useMemo(() => {
    const { members = [], total } = everybody ?? {}
    const areAllSeen = total === members.length
    return teams?.map((team) => {
      const inTeam = members.filter(({ teamId }) => teamId === team.id)
      const about = { team, members: areAllSeen ? inTeam.length : null }
      const isOwn = inTeam.some(({ userId }) => userId === ownId)
      return { ...about, isOwn, onAsk: (Dialog: Asked['Dialog']) => setAsked({ Dialog, about }) }
    })
  }, [teams, everybody, ownId])
  useKeptFocus(asked !== null)
  const close = () => setAsked(null)
  const dialog = asked && (
    <asked.Dialog
      {...asked.about}
      onClose={close}
      onDone={(message) => {
        toast({ title: message })
        close()
      }}
    />
  )
  return { rows, dialog }
}

function NoTeams({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  if (isNarrowed) {
    return (
      <NoMatch noun="teams" onClear={onClear}>
        No team has a name like this.
      </NoMatch>
    )
  }
  return (
    <EmptyState icon={<Network />} title="No teams yet">
      A team groups members who work together. Owners and admins can create teams.
    </EmptyState>
  )
}
