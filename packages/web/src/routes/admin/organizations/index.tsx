import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { OrganizationsList } from '#/features/admin/organizations-list.tsx'
import { organizationsQuery } from '#/features/admin/organizations-queries.ts'
import { readOrganizationsView } from '#/features/admin/organizations-view.ts'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'

export const Route = createFileRoute('/admin/organizations/')({
  validateSearch: onlyParsed(readOrganizationsView),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(organizationsQuery(deps))
  },
  component: Organizations,
})

function Organizations() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <Page title="Organizations">
      <OrganizationsList
        view={view}
        onSearch={(q) => void navigate({ search: readOrganizationsView({ q }), replace: true })}
      />
    </Page>
  )
}
