import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { grantsOfSource } from '#/entities/benefit/grants-of-source.ts'
import { orderTitle } from '#/entities/order/order-name.ts'
import { orderState } from '#/entities/order/order-state.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ListTrail } from '#/entities/organization/list-trail.tsx'
import { SourceBenefits } from '#/features/benefits/source-benefits.tsx'
import { OrderActions } from '#/features/orders/order-actions.tsx'
import {
  DisputeBanners,
  DisputedBadge,
  useOrderDisputes,
} from '#/features/orders/order-disputes.tsx'
import { OrderFacts } from '#/features/orders/order-facts.tsx'
import { OrderInvoices } from '#/features/orders/order-invoices.tsx'
import { OrderItems } from '#/features/orders/order-items.tsx'
import { OrderPayments } from '#/features/orders/order-payments.tsx'
import {
  invoicesQuery,
  type Order,
  orderQuery,
  paymentsQuery,
  refundsQuery,
} from '#/features/orders/order-queries.ts'
import { OrderRefunds } from '#/features/orders/order-refunds.tsx'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { ObjectSkeleton } from '#/ui/object-skeleton.tsx'
import { Status } from '#/ui/status.tsx'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'
import { WithSide } from '#/ui/with-side.tsx'

export const Route = createFileRoute('/dashboard/$slug/orders/$orderId')({
  loader: async ({ context: { queryClient, organizationId }, params: { orderId } }) => {
    const order = await queryClient.ensureQueryData(orderQuery(organizationId, orderId))
    if (order === null) throw notFound()
    void queryClient.prefetchQuery(grantsOfSource(organizationId, { orderId: order.id }))
    void queryClient.prefetchQuery(paymentsQuery(organizationId, order.id))
    void queryClient.prefetchQuery(refundsQuery(organizationId, order.id))
    void queryClient.prefetchQuery(invoicesQuery(organizationId, order.id))
  },
  pendingComponent: ObjectSkeleton,
  notFoundComponent: OrderNotFound,
  component: FoundOrder,
})

function FoundOrder() {
  const { orderId } = Route.useParams()
  const { id } = useOrganization()
  const { data: order } = useSuspenseQuery(orderQuery(id, orderId))
  if (order === null) return <OrderNotFound />
  return <OrderPage order={order} />
}

function OrderPage({ order }: { order: Order }) {
  const disputes = useOrderDisputes(order.id)
  return (
    <UnsavedChangesGuard>
      <Page
        title={orderTitle(order)}
        about={
          <>
            <Status state={orderState(order)} /> <DisputedBadge disputes={disputes} />
          </>
        }
        trail={<ListTrail list="orders" />}
        actions={<OrderActions order={order} />}
      >
        <WithSide label="Details" side={<OrderFacts order={order} />}>
          <DisputeBanners order={order} />
          <OrderItems order={order} />
          {order.subscriptionId === null && <SourceBenefits source={{ orderId: order.id }} />}
          <OrderPayments order={order} />
          <OrderRefunds order={order} />
          <OrderInvoices order={order} />
        </WithSide>
      </Page>
    </UnsavedChangesGuard>
  )
}

function OrderNotFound() {
  return (
    <NotFoundPage title="Order not found">
      It may belong to another organization, or the link may be wrong.
    </NotFoundPage>
  )
}
