import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { DeliveryAttempts } from '#/features/webhook-log/delivery-attempts.tsx'
import { DeliveryBanner } from '#/features/webhook-log/delivery-banner.tsx'
import { DeliveryContent } from '#/features/webhook-log/delivery-content.tsx'
import { DeliveryFacts } from '#/features/webhook-log/delivery-facts.tsx'
import { deliveryQuery } from '#/features/webhook-log/log-queries.ts'
import { RedeliverButton } from '#/features/webhook-log/redeliver-button.tsx'
import { endpointQuery } from '#/features/webhooks/endpoint-queries.ts'
import { WebhooksTrail } from '#/features/webhooks/webhooks-trail.tsx'
import { ObjectSkeleton } from '#/ui/object-skeleton.tsx'
import { Status } from '#/ui/status.tsx'
import { WithSide } from '#/ui/with-side.tsx'

export const Route = createFileRoute('/dashboard/$slug/settings/webhooks/deliveries/$deliveryId')({
  loader: async ({ context: { queryClient, organizationId }, params: { deliveryId } }) => {
    const delivery = await queryClient.ensureQueryData(deliveryQuery(organizationId, deliveryId))
    if (delivery === null) throw notFound()
    const { endpointId } = delivery
    // Also for a delivery of another organization that the user may read.
    const endpoint = await queryClient.ensureQueryData(endpointQuery(organizationId, endpointId))
    if (endpoint === null) throw notFound()
    return { endpointId }
  },
  pendingComponent: ObjectSkeleton,
  notFoundComponent: DeliveryNotFound,
  component: OneDelivery,
})

function OneDelivery() {
  const { deliveryId } = Route.useParams()
  const { endpointId } = Route.useLoaderData()
  const { id } = useOrganization()
  const { data: delivery } = useSuspenseQuery(deliveryQuery(id, deliveryId))
  const { data: endpoint } = useSuspenseQuery(endpointQuery(id, endpointId))
  if (delivery === null || endpoint === null) return <DeliveryNotFound />
  return (
    <Page
      title={delivery.type}
      about={<Status state={delivery.state} />}
      trail={<WebhooksTrail endpoint={endpoint} />}
      actions={<RedeliverButton delivery={delivery} endpoint={endpoint} />}
    >
      <WithSide label="Details" side={<DeliveryFacts delivery={delivery} endpoint={endpoint} />}>
        <DeliveryBanner delivery={delivery} endpoint={endpoint} />
        <DeliveryAttempts attempts={delivery.attempts} />
        <DeliveryContent delivery={delivery} url={endpoint.url} />
      </WithSide>
    </Page>
  )
}

function DeliveryNotFound() {
  return (
    <NotFoundPage title="Delivery not found">
      Deliveries are kept for 90 days, or until their endpoint is deleted.
    </NotFoundPage>
  )
}
