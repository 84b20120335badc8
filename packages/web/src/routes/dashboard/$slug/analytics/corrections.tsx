import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { correctionsQuery } from '#/features/corrections/correction-queries.ts'
import { CorrectionsList } from '#/features/corrections/corrections-list.tsx'
import { readCorrectionsView } from '#/features/corrections/corrections-view.ts'
import { MessagePage } from '#/features/shell/message-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'
import { linkClasses } from '#/ui/link-classes.ts'

export const Route = createFileRoute('/dashboard/$slug/analytics/corrections')({
  validateSearch: onlyParsed(readCorrectionsView),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchInfiniteQuery(correctionsQuery(organizationId, deps))
  },
  component: Corrections,
})

function Corrections() {
  const { slug, role } = useOrganization()
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const title = 'Refunds and disputes'
  if (!mayIn(role, 'sales', 'read')) {
    return <MessagePage title={title}>Your role doesn’t include orders.</MessagePage>
  }
  return (
    <Page
      title={title}
      trail={
        <Link to="/dashboard/$slug/analytics" params={{ slug }} className={linkClasses}>
          Analytics
        </Link>
      }
    >
      <CorrectionsList view={view} onViewChange={(search) => void navigate({ search })} />
    </Page>
  )
}
