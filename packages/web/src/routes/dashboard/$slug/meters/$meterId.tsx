import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ListTrail } from '#/entities/organization/list-trail.tsx'
import { MeterActions } from '#/features/meters/meter-actions.tsx'
import { MeterChart } from '#/features/meters/meter-chart.tsx'
import { MeterCustomers } from '#/features/meters/meter-customers.tsx'
import { meterQuery } from '#/features/meters/meter-queries.ts'
import { MeterSide } from '#/features/meters/meter-side.tsx'
import { type MeterView, readMeterView } from '#/features/meters/meter-view.ts'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'
import { ObjectSkeleton } from '#/ui/object-skeleton.tsx'
import { Status } from '#/ui/status.tsx'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'
import { WithSide } from '#/ui/with-side.tsx'

export const Route = createFileRoute('/dashboard/$slug/meters/$meterId')({
  validateSearch: onlyParsed(readMeterView),
  loader: async ({ context: { queryClient, organizationId }, params: { meterId } }) => {
    const meter = await queryClient.ensureQueryData(meterQuery(organizationId, meterId))
    if (meter === null) throw notFound()
  },
  pendingComponent: ObjectSkeleton,
  notFoundComponent: MeterNotFound,
  component: MeterPage,
})

function MeterPage() {
  const { meterId } = Route.useParams()
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const { id } = useOrganization()
  const { data: meter } = useSuspenseQuery(meterQuery(id, meterId))
  if (meter === null) return <MeterNotFound />
  const show = (search: MeterView, { replace }: { replace: boolean }) =>
    void navigate({ search: readMeterView({ ...search }), replace, resetScroll: false })
  return (
    <UnsavedChangesGuard>
      <Page
        title={meter.name}
        about={meter.isArchived && <Status state="archived" />}
        trail={<ListTrail list="meters" />}
        actions={<MeterActions meter={meter} />}
      >
        <WithSide label="Details" side={<MeterSide meter={meter} />}>
          <MeterChart
            meter={meter}
            view={view}
            onViewChange={(search) => show(search, { replace: false })}
          />
          <MeterCustomers meter={meter} view={view} onViewChange={show} />
        </WithSide>
      </Page>
    </UnsavedChangesGuard>
  )
}

function MeterNotFound() {
  return <NotFoundPage title="Meter not found">The link may be wrong.</NotFoundPage>
}
