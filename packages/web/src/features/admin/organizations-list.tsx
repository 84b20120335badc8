import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import Building2 from 'lucide-react/icons/building-2'
import { useSettledText } from '#/lib/use-settled-text.ts'
import { Card } from '#/ui/card.tsx'
import { DataTable } from '#/ui/data-table.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { SearchInput } from '#/ui/search-input.tsx'
import { ShowOlder } from '#/ui/show-older.tsx'
import { organizationColumns } from './organizations-columns.tsx'
import { type ListedOrganization, organizationsQuery } from './organizations-queries.ts'
import type { OrganizationsView } from './organizations-view.ts'

interface OrganizationsListProps {
  view: OrganizationsView
  /** Typing replaces the history entry. */
  onSearch: (q: string) => void
}

/** All organizations of the server, newest first. */
export function OrganizationsList({ view, onSearch }: OrganizationsListProps) {
  const router = useRouter()
  const navigate = useNavigate()
  const list = useInfiniteQuery({
    ...organizationsQuery(view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const [search, setSearch] = useSettledText(view.q ?? '', onSearch)
  const rows = list.data?.pages.flatMap(({ organizations }) => organizations)
  const linkTo = ({ id }: ListedOrganization) =>
    ({ to: '/admin/organizations/$organizationId', params: { organizationId: id } }) as const
  return (
    <Card flush>
      <DataTable
        main
        label="Organizations"
        columns={organizationColumns}
        rows={rows}
        rowId={({ id }) => id}
        rowHref={(organization) => router.buildLocation(linkTo(organization)).href}
        // A failed navigation shows the error page, so it isn’t awaited.
        onOpen={(organization) => void navigate(linkTo(organization))}
        view={wholeList}
        onViewChange={nothing}
        total={rows?.length ?? 0}
        limit={rows?.length ?? 1}
        toolbar={
          <SearchInput
            label="Search organizations"
            value={search}
            onChange={setSearch}
            className="flex-1 basis-44 sm:max-w-72"
          />
        }
        empty={<NoOrganizations view={view} onClear={() => onSearch('')} />}
      />
      {list.hasNextPage && (
        <ShowOlder isFetching={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} />
      )}
    </Card>
  )
}

/** Sorting and paging are fixed. */
const wholeList = { page: 1, search: '' } as const

function nothing(): void {
  // Nothing of the table can be changed.
}

interface NoOrganizationsProps {
  view: OrganizationsView
  onClear: () => void
}

function NoOrganizations({ view, onClear }: NoOrganizationsProps) {
  if (view.q === undefined) {
    return (
      <EmptyState icon={<Building2 />} title="No organizations yet">
        Users create organizations in their dashboard, and applications through the API.
      </EmptyState>
    )
  }
  return (
    <NoMatch noun="organizations" onClear={onClear}>
      The search finds the beginning of a name or slug.
    </NoMatch>
  )
}
