import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { NotFoundPage } from '../../../../features/shell/not-found-page.tsx'
import { Page } from '../../../../features/shell/page.tsx'
import { NextInvoice } from '../../../../features/subscriptions/next-invoice.tsx'
import { PeriodCard } from '../../../../features/subscriptions/period-card.tsx'
import { ScheduledChange } from '../../../../features/subscriptions/scheduled-change.tsx'
import { SubscriptionActions } from '../../../../features/subscriptions/subscription-actions.tsx'
import { SubscriptionFacts } from '../../../../features/subscriptions/subscription-facts.tsx'
import { SubscriptionNews } from '../../../../features/subscriptions/subscription-news.tsx'
import { SubscriptionOrders } from '../../../../features/subscriptions/subscription-orders.tsx'
import {
  nextInvoiceQuery,
  subscriptionOrdersQuery,
  subscriptionQuery,
} from '../../../../features/subscriptions/subscription-queries.ts'
import { isBillable, stateOf } from '../../../../features/subscriptions/subscription-state.ts'
import { SubscriptionsTrail } from '../../../../features/subscriptions/subscriptions-trail.tsx'
import { useOrganization } from '../../../../lib/current-organization.tsx'
import { customerName } from '../../../../lib/customer-name.ts'
import { ObjectSkeleton } from '../../../../ui/object-skeleton.tsx'
import { Status } from '../../../../ui/status.tsx'
import { UnsavedChangesGuard } from '../../../../ui/unsaved-changes.tsx'
import { WithSide } from '../../../../ui/with-side.tsx'

export const Route = createFileRoute('/dashboard/$slug/subscriptions/$subscriptionId')({
  loader: async ({ context: { queryClient, organizationId }, params: { subscriptionId } }) => {
    const query = subscriptionQuery(organizationId, subscriptionId)
    const subscription = await queryClient.ensureQueryData(query)
    if (subscription === null) throw notFound()
    void queryClient.prefetchQuery(subscriptionOrdersQuery(organizationId, subscription.id))
    if (!isBillable(subscription)) return
    void queryClient.prefetchQuery(nextInvoiceQuery(organizationId, subscription.id))
  },
  pendingComponent: ObjectSkeleton,
  notFoundComponent: NoSuchSubscription,
  component: Subscription,
})

function Subscription() {
  const { subscriptionId } = Route.useParams()
  const { id } = useOrganization()
  const { data: subscription } = useSuspenseQuery(subscriptionQuery(id, subscriptionId))
  if (subscription === null) return <NoSuchSubscription />
  return (
    <UnsavedChangesGuard>
      <Page
        title={`Subscription of ${customerName(subscription.customer)}`}
        about={<Status state={stateOf(subscription)} />}
        trail={<SubscriptionsTrail />}
        actions={<SubscriptionActions subscription={subscription} />}
      >
        <WithSide label="Facts" side={<SubscriptionFacts subscription={subscription} />}>
          <SubscriptionNews subscription={subscription} />
          <PeriodCard subscription={subscription} />
          <ScheduledChange subscription={subscription} />
          <NextInvoice subscription={subscription} />
          <SubscriptionOrders subscription={subscription} />
        </WithSide>
      </Page>
    </UnsavedChangesGuard>
  )
}

function NoSuchSubscription() {
  return (
    <NotFoundPage title="There is no such subscription">
      It may belong to another organization, or the link is mistyped.
    </NotFoundPage>
  )
}
