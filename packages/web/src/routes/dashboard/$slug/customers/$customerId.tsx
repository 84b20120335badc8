import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { customerName } from '#/entities/customer/customer-name.ts'
import { customerQuery } from '#/entities/customer/customer-queries.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ListTrail } from '#/entities/organization/list-trail.tsx'
import { CustomerBenefits } from '#/features/benefits/customer-benefits.tsx'
import { customerGrantsQuery } from '#/features/benefits/grant-queries.ts'
import { ChangeCreditsButton } from '#/features/credits/change-credits-button.tsx'
import { CustomerActions } from '#/features/customers/customer-actions.tsx'
import { CustomerBalance } from '#/features/customers/customer-balance.tsx'
import { customerBalanceQuery } from '#/features/customers/customer-balance-queries.ts'
import { CustomerFacts } from '#/features/customers/customer-facts.tsx'
import { CustomerMethods, customerMethodsQuery } from '#/features/customers/customer-methods.tsx'
import { customerTimelineQuery } from '#/features/customers/customer-queries.ts'
import { CustomerSpend } from '#/features/customers/customer-spend.tsx'
import { CustomerTimeline } from '#/features/customers/customer-timeline.tsx'
import { customerSpendQuery } from '#/features/customers/spend-queries.ts'
import { CustomerLimits } from '#/features/limits/customer-limits.tsx'
import { usageLimitsQuery } from '#/features/limits/limit-queries.ts'
import { CustomerOrders } from '#/features/orders/latest-orders.tsx'
import { latestOrdersQuery } from '#/features/orders/order-queries.ts'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { CustomerRunningUsage } from '#/features/subscriptions/customer-running-usage.tsx'
import { CustomerSubscriptions } from '#/features/subscriptions/customer-subscriptions.tsx'
import { customerSubscriptionsQuery } from '#/features/subscriptions/subscription-queries.ts'
import { CustomerTopUps } from '#/features/top-ups/customer-top-ups.tsx'
import { CustomerUsage } from '#/features/usage/customer-usage.tsx'
import { customerMetersQuery, latestEventsQuery } from '#/features/usage/usage-queries.ts'
import { ObjectSkeleton } from '#/ui/object-skeleton.tsx'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'
import { WithSide } from '#/ui/with-side.tsx'

export const Route = createFileRoute('/dashboard/$slug/customers/$customerId')({
  loader: async ({ context: { queryClient, organizationId }, params: { customerId } }) => {
    const customer = await queryClient.ensureQueryData(customerQuery(organizationId, customerId))
    if (customer === null) throw notFound()
    void queryClient.prefetchQuery(customerSpendQuery(organizationId, [customer.id]))
    void queryClient.prefetchQuery(customerSubscriptionsQuery(organizationId, customer.id))
    void queryClient.prefetchQuery(latestOrdersQuery(organizationId, { customer: customer.id }))
    void queryClient.prefetchQuery(customerMethodsQuery(organizationId, customer.id))
    void queryClient.prefetchQuery(
      customerGrantsQuery(organizationId, { customerId: customer.id, page: 1 }),
    )
    void queryClient.prefetchQuery(customerMetersQuery(organizationId, customer.id))
    void queryClient.prefetchQuery(latestEventsQuery(organizationId, customer.id))
    void queryClient.prefetchQuery(usageLimitsQuery(organizationId, customer.id))
    void queryClient.prefetchQuery(customerBalanceQuery(organizationId, customer.id))
    void queryClient.prefetchInfiniteQuery(customerTimelineQuery(organizationId, customer.id))
  },
  pendingComponent: ObjectSkeleton,
  notFoundComponent: CustomerNotFound,
  component: Customer,
})

function Customer() {
  const { customerId } = Route.useParams()
  const { id } = useOrganization()
  const { data: customer } = useSuspenseQuery(customerQuery(id, customerId))
  if (customer === null) return <CustomerNotFound />
  return (
    <UnsavedChangesGuard>
      <Page
        title={customerName(customer)}
        trail={<ListTrail list="customers" />}
        actions={<CustomerActions customer={customer} />}
      >
        <WithSide label="Details" side={<CustomerFacts customer={customer} />}>
          <CustomerSpend customer={customer} />
          <CustomerSubscriptions customerId={customer.id} />
          <CustomerOrders customerId={customer.id} />
          <CustomerMethods customer={customer} />
          <CustomerBenefits customerId={customer.id} />
          <CustomerRunningUsage customerId={customer.id} />
          <CustomerUsage
            customerId={customer.id}
            actions={
              <ChangeCreditsButton customer={{ id: customer.id, name: customerName(customer) }} />
            }
          />
          <CustomerLimits customerId={customer.id} />
          <CustomerTopUps customerId={customer.id} />
          <CustomerBalance customer={customer} />
          <CustomerTimeline customer={customer} />
        </WithSide>
      </Page>
    </UnsavedChangesGuard>
  )
}

function CustomerNotFound() {
  return (
    <NotFoundPage title="Customer not found">
      They may have been deleted, or the link may be wrong.
    </NotFoundPage>
  )
}
