import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { NotFoundPage } from '../../../../../../features/shell/not-found-page.tsx'
import { Page } from '../../../../../../features/shell/page.tsx'
import { DeliveryAttempts } from '../../../../../../features/webhook-log/delivery-attempts.tsx'
import { DeliveryContent } from '../../../../../../features/webhook-log/delivery-content.tsx'
import { DeliveryFacts } from '../../../../../../features/webhook-log/delivery-facts.tsx'
import { DeliveryNews } from '../../../../../../features/webhook-log/delivery-news.tsx'
import { deliveryQuery } from '../../../../../../features/webhook-log/log-queries.ts'
import { RedeliverButton } from '../../../../../../features/webhook-log/redeliver-button.tsx'
import { endpointQuery } from '../../../../../../features/webhooks/endpoint-queries.ts'
import { WebhooksTrail } from '../../../../../../features/webhooks/webhooks-trail.tsx'
import { useOrganization } from '../../../../../../lib/current-organization.tsx'
import { ObjectSkeleton } from '../../../../../../ui/object-skeleton.tsx'
import { Status } from '../../../../../../ui/status.tsx'
import { WithSide } from '../../../../../../ui/with-side.tsx'

export const Route = createFileRoute('/dashboard/$slug/settings/webhooks/deliveries/$deliveryId')({
  loader: async ({ context: { queryClient, organizationId }, params: { deliveryId } }) => {
    const delivery = await queryClient.ensureQueryData(deliveryQuery(organizationId, deliveryId))
    if (delivery === null) throw notFound()
    const { endpointId } = delivery
    // Also one of another organization, which an operator or a member of both may read.
    const endpoint = await queryClient.ensureQueryData(endpointQuery(organizationId, endpointId))
    if (endpoint === null) throw notFound()
    return { endpointId }
  },
  pendingComponent: ObjectSkeleton,
  notFoundComponent: NoSuchDelivery,
  component: OneDelivery,
})

function OneDelivery() {
  const { deliveryId } = Route.useParams()
  const { endpointId } = Route.useLoaderData()
  const { id } = useOrganization()
  const { data: delivery } = useSuspenseQuery(deliveryQuery(id, deliveryId))
  const { data: endpoint } = useSuspenseQuery(endpointQuery(id, endpointId))
  if (delivery === null || endpoint === null) return <NoSuchDelivery />
  return (
    <Page
      title={delivery.type}
      about={<Status state={delivery.state} />}
      trail={<WebhooksTrail endpoint={endpoint} />}
      actions={<RedeliverButton delivery={delivery} endpoint={endpoint} />}
    >
      <WithSide label="Facts" side={<DeliveryFacts delivery={delivery} endpoint={endpoint} />}>
        <DeliveryNews delivery={delivery} endpoint={endpoint} />
        <DeliveryAttempts attempts={delivery.attempts} />
        <DeliveryContent delivery={delivery} url={endpoint.url} />
      </WithSide>
    </Page>
  )
}

function NoSuchDelivery() {
  return (
    <NotFoundPage title="There is no such delivery">
      Deliveries are kept for 90 days and go with their endpoint, or the link is mistyped.
    </NotFoundPage>
  )
}
