import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { orderName } from '#/entities/order/order-name.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ObjectLink } from '#/entities/organization/object-link.tsx'
import { ExplainedItem } from '#/features/orders/item-explanation.tsx'
import { type Order, orderQuery } from '#/features/orders/order-queries.ts'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { ObjectSkeleton } from '#/ui/object-skeleton.tsx'

export const Route = createFileRoute('/dashboard/$slug/orders/$orderId_/items/$itemId')({
  loader: async ({ context: { queryClient, organizationId }, params: { orderId, itemId } }) => {
    const order = await queryClient.ensureQueryData(orderQuery(organizationId, orderId))
    if (itemOf(order, itemId) === undefined) throw notFound()
  },
  pendingComponent: ObjectSkeleton,
  notFoundComponent: ItemNotFound,
  component: Explanation,
})

const itemOf = (order: Order | null, itemId: string) => order?.items.find(({ id }) => id === itemId)

/** An item of an order, and where its amount comes from. */
function Explanation() {
  const { orderId, itemId } = Route.useParams()
  const { id } = useOrganization()
  const { data: order } = useSuspenseQuery(orderQuery(id, orderId))
  const item = itemOf(order, itemId)
  if (order === null || item === undefined) return <ItemNotFound />
  return (
    <Page
      title={`${item.label} · ${orderName(order)}`}
      trail={
        <ObjectLink type="order" id={order.id} quiet>
          {orderName(order)}
        </ObjectLink>
      }
    >
      <ExplainedItem key={item.id} order={order} item={item} />
    </Page>
  )
}

function ItemNotFound() {
  return (
    <NotFoundPage title="Item not found">
      It may belong to another order, or the link may be wrong.
    </NotFoundPage>
  )
}
