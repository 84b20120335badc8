import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { usersQuery } from '#/features/admin/admin-queries.ts'
import { UsersList } from '#/features/admin/users-list.tsx'
import { readUsersView } from '#/features/admin/users-view.ts'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'
import { CreateLink } from '#/ui/create-link.tsx'

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
  return (
    <Page
      title="Users"
      actions={<CreateLink label="Create user" link={{ to: '/admin/users/new' }} />}
    >
      <UsersList
        view={view}
        onViewChange={(search, { replace }) => void navigate({ search, replace })}
      />
    </Page>
  )
}
