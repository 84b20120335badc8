import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { CreateMeterButton } from '#/features/meters/create-meter-button.tsx'
import { meterSorts, metersQuery } from '#/features/meters/meter-queries.ts'
import { MetersList } from '#/features/meters/meters-list.tsx'
import { Page } from '#/features/shell/page.tsx'
import { readListView } from '#/lib/list-view.ts'
import { onlyParsed } from '#/lib/search-parameters.ts'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'

export const Route = createFileRoute('/dashboard/$slug/meters')({
  validateSearch: onlyParsed((search) => readListView(search, meterSorts)),
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
          onViewChange={(list, { replace }) =>
            void navigate({ search: readListView({ ...list }, meterSorts), replace })
          }
        />
      </Page>
    </UnsavedChangesGuard>
  )
}
