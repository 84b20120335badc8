import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { AnalyticsBar } from '#/features/analytics/analytics-bar.tsx'
import { type AnalyticsView, readAnalyticsView } from '#/features/analytics/analytics-view.ts'
import { Board } from '#/features/analytics/board.tsx'
import { boardNames } from '#/features/analytics/board-names.ts'
import { BoardTabs } from '#/features/analytics/board-tabs.tsx'
import { MessagePage } from '#/features/shell/message-page.tsx'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'

export const Route = createFileRoute('/dashboard/$slug/analytics/$board')({
  params: {
    parse: ({ board }) => {
      const known = boardNames.find((one) => one === board)
      if (known === undefined) throw notFound()
      return { board: known }
    },
    stringify: ({ board }) => ({ board }),
  },
  validateSearch: onlyParsed(readAnalyticsView),
  loader: async ({ context: { queryClient, organizationId } }) => {
    // Otherwise every page would load it.
    const { loadAnalytics } = await import('#/features/analytics/use-analytics-facts.ts')
    await loadAnalytics(queryClient, organizationId)
  },
  notFoundComponent: BoardNotFound,
  component: BoardPage,
})

function BoardPage() {
  const { board } = Route.useParams()
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const { role } = useOrganization()
  if (!mayIn(role, 'analytics', 'read')) {
    return <MessagePage title="Analytics">Your role doesn’t include figures.</MessagePage>
  }
  const show = (search: AnalyticsView, { replace }: { replace: boolean }) =>
    void navigate({ search: readAnalyticsView({ ...search }), replace, resetScroll: false })
  return (
    <Page title="Analytics">
      <AnalyticsBar view={view} onViewChange={show} />
      <BoardTabs />
      <div className="mt-4">
        <Board board={board} view={view} onViewChange={show} />
      </div>
    </Page>
  )
}

function BoardNotFound() {
  return <NotFoundPage title="Page not found">The link may be wrong.</NotFoundPage>
}
