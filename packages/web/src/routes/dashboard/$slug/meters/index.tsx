import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { CreateMeterButton } from '#/features/meters/create-meter-button.tsx'
import { metersQuery } from '#/features/meters/meter-queries.ts'
import { MetersList } from '#/features/meters/meters-list.tsx'
import { readMetersView } from '#/features/meters/meters-view.ts'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'

export const Route = createFileRoute('/dashboard/$slug/meters/')({
  validateSearch: onlyParsed(readMetersView),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchQuery(metersQuery(organizationId, deps))
  },
  component: Meters,
})

function Meters() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <UnsavedChangesGuard>
      <Page title="Meters" actions={<CreateMeterButton />}>
        <MetersList
          view={view}
          onViewChange={(search, { replace }) => void navigate({ search, replace })}
        />
      </Page>
    </UnsavedChangesGuard>
  )
}
