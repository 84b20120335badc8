import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { listSettingsQuery } from '#/entities/saved-view/list-settings.ts'
import { disputesQuery } from '#/features/disputes/dispute-queries.ts'
import { DisputesList } from '#/features/disputes/disputes-list.tsx'
import { readDisputesView } from '#/features/disputes/disputes-view.ts'
import { ExportDisputesButton } from '#/features/disputes/export-disputes-button.tsx'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'

export const Route = createFileRoute('/dashboard/$slug/disputes/')({
  validateSearch: onlyParsed(readDisputesView),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchQuery(disputesQuery(organizationId, deps))
    void queryClient.prefetchQuery(listSettingsQuery(organizationId, 'disputes'))
  },
  component: Disputes,
})

function Disputes() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <Page title="Disputes" actions={<ExportDisputesButton view={view} />}>
      <DisputesList
        view={view}
        onViewChange={(search, { replace }) => void navigate({ search, replace })}
      />
    </Page>
  )
}
