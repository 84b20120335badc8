import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { ExportMovementsButton } from '#/features/movements/export-movements-button.tsx'
import { movementsQuery } from '#/features/movements/movement-queries.ts'
import { MovementsList } from '#/features/movements/movements-list.tsx'
import { readMovementsView } from '#/features/movements/movements-view.ts'
import { MessagePage } from '#/features/shell/message-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'
import { linkClasses } from '#/ui/link-classes.ts'

export const Route = createFileRoute('/dashboard/$slug/analytics/movements')({
  validateSearch: onlyParsed(readMovementsView),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchInfiniteQuery(movementsQuery(organizationId, deps))
  },
  component: Movements,
})

function Movements() {
  const { slug, role } = useOrganization()
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  if (!mayIn(role, 'sales', 'read')) {
    return <MessagePage title="Movements">Your role doesn’t include subscriptions.</MessagePage>
  }
  return (
    <Page
      title="Movements"
      actions={<ExportMovementsButton view={view} />}
      trail={
        <Link to="/dashboard/$slug/analytics" params={{ slug }} className={linkClasses}>
          Analytics
        </Link>
      }
    >
      <MovementsList view={view} onViewChange={(search) => void navigate({ search })} />
    </Page>
  )
}
