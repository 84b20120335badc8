import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { Page } from '#/features/shell/page.tsx'
import { DeliveryLog } from '#/features/webhook-log/delivery-log.tsx'
import { deliveriesQuery } from '#/features/webhook-log/log-queries.ts'
import { readLogView } from '#/features/webhook-log/log-view.ts'
import { EndpointActions } from '#/features/webhooks/endpoint-actions.tsx'
import { EndpointBanner } from '#/features/webhooks/endpoint-banner.tsx'
import { EndpointFacts } from '#/features/webhooks/endpoint-facts.tsx'
import { EndpointFigures } from '#/features/webhooks/endpoint-figures.tsx'
import { endpointQuery } from '#/features/webhooks/endpoint-queries.ts'
import { endpointName } from '#/features/webhooks/endpoint-text.ts'
import { SecretCard } from '#/features/webhooks/secret-card.tsx'
import { WebhooksTrail } from '#/features/webhooks/webhooks-trail.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'
import { EndpointNotFound } from '#/routes/dashboard/$slug/settings/webhooks/-endpoint-not-found.tsx'
import { ObjectSkeleton } from '#/ui/object-skeleton.tsx'
import { Status } from '#/ui/status.tsx'
import { WithSide } from '#/ui/with-side.tsx'

export const Route = createFileRoute('/dashboard/$slug/settings/webhooks/$endpointId/')({
  validateSearch: onlyParsed(readLogView),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, organizationId }, params: { endpointId }, deps }) => {
    const endpoint = await queryClient.ensureQueryData(endpointQuery(organizationId, endpointId))
    if (endpoint === null) throw notFound()
    void queryClient.prefetchInfiniteQuery(deliveriesQuery(organizationId, endpoint.id, deps))
  },
  pendingComponent: ObjectSkeleton,
  notFoundComponent: EndpointNotFound,
  component: Endpoint,
})

function Endpoint() {
  const { endpointId } = Route.useParams()
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const { id } = useOrganization()
  const { data: endpoint } = useSuspenseQuery(endpointQuery(id, endpointId))
  if (endpoint === null) return <EndpointNotFound />
  return (
    <Page
      title={endpointName(endpoint)}
      about={<Status state={endpoint.health.state} />}
      trail={<WebhooksTrail />}
      actions={<EndpointActions endpoint={endpoint} />}
    >
      <WithSide
        label="Details"
        side={
          <>
            <EndpointFacts endpoint={endpoint} />
            <SecretCard key={endpoint.id} endpoint={endpoint} />
          </>
        }
      >
        <EndpointBanner endpoint={endpoint} />
        <EndpointFigures endpoint={endpoint} />
        <DeliveryLog
          endpoint={endpoint}
          view={view}
          onViewChange={(search) => void navigate({ search, resetScroll: false })}
        />
      </WithSide>
    </Page>
  )
}
