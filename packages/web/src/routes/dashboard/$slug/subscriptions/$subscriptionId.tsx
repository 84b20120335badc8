import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { grantsOfSource } from '#/entities/benefit/grants-of-source.ts'
import { customerName } from '#/entities/customer/customer-name.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ListTrail } from '#/entities/organization/list-trail.tsx'
import { isBillable, stateOf } from '#/entities/subscription/subscription-state.ts'
import { SourceBenefits } from '#/features/benefits/source-benefits.tsx'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { NextInvoice } from '#/features/subscriptions/next-invoice.tsx'
import { PeriodCard } from '#/features/subscriptions/period-card.tsx'
import { ScheduledChange } from '#/features/subscriptions/scheduled-change.tsx'
import { SubscriptionActions } from '#/features/subscriptions/subscription-actions.tsx'
import { SubscriptionBanner } from '#/features/subscriptions/subscription-banner.tsx'
import { SubscriptionFacts } from '#/features/subscriptions/subscription-facts.tsx'
import { SubscriptionOrders } from '#/features/subscriptions/subscription-orders.tsx'
import {
  nextInvoiceQuery,
  subscriptionOrdersQuery,
  subscriptionQuery,
} from '#/features/subscriptions/subscription-queries.ts'
import { ObjectSkeleton } from '#/ui/object-skeleton.tsx'
import { Status } from '#/ui/status.tsx'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'
import { WithSide } from '#/ui/with-side.tsx'

export const Route = createFileRoute('/dashboard/$slug/subscriptions/$subscriptionId')({
  loader: async ({ context: { queryClient, organizationId }, params: { subscriptionId } }) => {
    const query = subscriptionQuery(organizationId, subscriptionId)
    const subscription = await queryClient.ensureQueryData(query)
    if (subscription === null) throw notFound()
    void queryClient.prefetchQuery(
      grantsOfSource(organizationId, { subscriptionId: subscription.id }),
    )
    void queryClient.prefetchQuery(subscriptionOrdersQuery(organizationId, subscription.id))
    if (!isBillable(subscription)) return
    void queryClient.prefetchQuery(nextInvoiceQuery(organizationId, subscription.id))
  },
  pendingComponent: ObjectSkeleton,
  notFoundComponent: SubscriptionNotFound,
  component: Subscription,
})

function Subscription() {
  const { subscriptionId } = Route.useParams()
  const { id } = useOrganization()
  const { data: subscription } = useSuspenseQuery(subscriptionQuery(id, subscriptionId))
  if (subscription === null) return <SubscriptionNotFound />
  return (
    <UnsavedChangesGuard>
      <Page
        title={`${subscription.product.name} · ${customerName(subscription.customer)}`}
        about={<Status state={stateOf(subscription)} />}
        trail={<ListTrail list="subscriptions" />}
        actions={<SubscriptionActions subscription={subscription} />}
      >
        <WithSide label="Details" side={<SubscriptionFacts subscription={subscription} />}>
          <SubscriptionBanner subscription={subscription} />
          <PeriodCard subscription={subscription} />
          <ScheduledChange subscription={subscription} />
          <SourceBenefits source={{ subscriptionId: subscription.id }} />
          <NextInvoice subscription={subscription} />
          <SubscriptionOrders subscription={subscription} />
        </WithSide>
      </Page>
    </UnsavedChangesGuard>
  )
}

function SubscriptionNotFound() {
  return (
    <NotFoundPage title="Subscription not found">
      It may belong to another organization, or the link may be wrong.
    </NotFoundPage>
  )
}
