import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { listSettingsQuery } from '#/entities/saved-view/list-settings.ts'
import { Page } from '#/features/shell/page.tsx'
import { EventsExplorer } from '#/features/usage/events-explorer.tsx'
import { readEventsView } from '#/features/usage/events-view.ts'
import { ExportEventsButton } from '#/features/usage/export-events-button.tsx'
import { eventsQuery } from '#/features/usage/usage-queries.ts'
import { onlyParsed } from '#/lib/search-parameters.ts'

export const Route = createFileRoute('/dashboard/$slug/events')({
  validateSearch: onlyParsed(readEventsView),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchInfiniteQuery(eventsQuery(organizationId, deps))
    void queryClient.prefetchQuery(listSettingsQuery(organizationId, 'usage_events'))
  },
  component: Events,
})

function Events() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <Page title="Events" actions={<ExportEventsButton view={view} />}>
      <EventsExplorer view={view} onViewChange={(search) => void navigate({ search })} />
    </Page>
  )
}
