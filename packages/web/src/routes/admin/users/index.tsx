import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { usersQuery } from '#/features/admin/admin-queries.ts'
import { UsersList } from '#/features/admin/users-list.tsx'
import { readUsersView } from '#/features/admin/users-view.ts'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'
import { buttonClasses } from '#/ui/button-classes.ts'
import { useShortcut } from '#/ui/use-shortcut.ts'

export const Route = createFileRoute('/admin/users/')({
  validateSearch: onlyParsed(readUsersView),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(usersQuery(deps))
  },
  component: Users,
})

function Users() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  useShortcut('c', () => void navigate({ to: '/admin/users/new' }))
  const create = (
    <Link to="/admin/users/new" className={buttonClasses({ variant: 'primary' })}>
      <Plus aria-hidden="true" /> Create user
    </Link>
  )
  return (
    <Page title="Users" actions={create}>
      <UsersList
        view={view}
        onViewChange={(search, { replace }) => void navigate({ search, replace })}
      />
    </Page>
  )
}
