import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import UserRoundPlus from 'lucide-react/icons/user-round-plus'
import { useExistingPage } from '#/lib/use-existing-page.ts'
import { useSettledText } from '#/lib/use-settled-text.ts'
import { Card } from '#/ui/card.tsx'
import { DataTable, type TableView } from '#/ui/data-table.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { SearchInput } from '#/ui/search-input.tsx'
import { type User, usersQuery } from './admin-queries.ts'
import { userColumns } from './users-columns.tsx'
import { UsersFilters } from './users-filters.tsx'
import { changeView, readUsersView, type UsersView, usersPerPage } from './users-view.ts'

interface UsersListProps {
  view: UsersView
  /** Typing replaces the history entry; other filters add one. */
  onViewChange: (view: UsersView, how: { replace: boolean }) => void
}

export function UsersList({ view, onViewChange }: UsersListProps) {
  const router = useRouter()
  const navigate = useNavigate()
  const { data } = useQuery({
    ...usersQuery(view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const [search, setSearch] = useSettledText(view.q ?? '', (q) =>
    onViewChange(changeView(view, { q }), { replace: true }),
  )
  useExistingPage({ page: view.page ?? 1, limit: usersPerPage, total: data?.total }, (page) =>
    onViewChange({ ...view, page }, { replace: true }),
  )
  const choose = (next: UsersView) => onViewChange(next, { replace: false })
  const linkTo = ({ id }: User) => ({ to: '/admin/users/$userId', params: { userId: id } }) as const
  return (
    <Card flush>
      <DataTable
        main
        label="Users"
        columns={userColumns}
        rows={data?.users}
        total={data?.total ?? 0}
        rowId={({ id }) => id}
        view={tableView(view)}
        onViewChange={(table) => choose(withTable(view, table))}
        limit={usersPerPage}
        rowHref={(user) => router.buildLocation(linkTo(user)).href}
        // A failed navigation shows the error page, so it isn’t awaited.
        onOpen={(user) => void navigate(linkTo(user))}
        toolbar={
          <>
            <SearchInput
              label="Search users"
              value={search}
              onChange={setSearch}
              className="flex-1 basis-44 sm:max-w-72"
            />
            <UsersFilters view={view} onChange={choose} />
          </>
        }
        empty={<NoUsers view={view} onClear={() => choose({})} />}
      />
    </Card>
  )
}

function tableView({ q = '', sort, order, page = 1 }: UsersView): TableView {
  return { search: q, page, ...(sort && { sort: { id: sort, desc: order === 'desc' } }) }
}

function withTable(view: UsersView, { sort, page }: TableView): UsersView {
  const order = sort?.desc ? 'desc' : undefined
  return readUsersView({ ...view, sort: sort?.id, order, page })
}

function NoUsers({ view, onClear }: { view: UsersView; onClear: () => void }) {
  const isNarrowed = view.q ?? view.role ?? view.status ?? view.verified
  if (isNarrowed === undefined) {
    return (
      <EmptyState icon={<UserRoundPlus />} title="No users yet">
        People can sign up themselves, or you can create accounts for them.
      </EmptyState>
    )
  }
  return (
    <NoMatch noun="users" onClear={onClear}>
      No user matches this search and these filters.
    </NoMatch>
  )
}
