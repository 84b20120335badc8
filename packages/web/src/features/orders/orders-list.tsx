import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import Receipt from 'lucide-react/icons/receipt'
import { orderDisputesQuery } from '#/entities/dispute/order-disputes.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ZoneOfDays } from '#/entities/organization/zone-of-days.tsx'
import { ViewedList } from '#/entities/saved-view/viewed-list.tsx'
import { callCode } from '#/lib/call-code.ts'
import { EmptyState } from '#/ui/empty-state.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { useOrderSelection } from './order-acts.ts'
import { orderColumns } from './order-columns.tsx'
import { OrderFilterBar } from './order-filters.tsx'
import { type Order, ordersQuery } from './order-queries.ts'
import { OrderTotals } from './order-totals.tsx'
import { newestFirst, type OrdersView, readOrdersView } from './orders-view.ts'

interface OrdersListProps {
  view: OrdersView
  onViewChange: (view: OrdersView, how: { replace: boolean }) => void
}

/** The orders of an organization. */
export function OrdersList({ view, onViewChange }: OrdersListProps) {
  const { id, slug } = useOrganization()
  const router = useRouter()
  const navigate = useNavigate()
  const { data } = useQuery({
    ...ordersQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const ids = data?.items.map((order) => order.id) ?? []
  const { data: disputes = [] } = useQuery(orderDisputesQuery(id, ids))
  const linkTo = ({ id: orderId }: Order) =>
    ({ to: '/dashboard/$slug/orders/$orderId', params: { slug, orderId } }) as const
  const { status, product, customer, discount, currency, from, to, ...list } = view
  const filters = { status, product, customer, discount, currency, from, to }
  const isNarrowed = view.q !== undefined || Object.values(filters).some((one) => one !== undefined)
  const { page: _, ...firstPage } = list
  return (
    <ViewedList
      list="orders"
      parameters={{ ...view }}
      onViewOpen={(search) => onViewChange(readOrdersView(search), { replace: false })}
      label="Orders"
      search="Search by customer"
      filters={
        <OrderFilterBar
          filters={filters}
          onChange={(chosen) =>
            onViewChange(readOrdersView({ ...firstPage, ...filters, ...chosen }), {
              replace: false,
            })
          }
        />
      }
      summary={
        from !== undefined && (
          <>
            <OrderTotals view={view} />
            <ZoneOfDays />
          </>
        )
      }
      selection={useOrderSelection()}
      columns={orderColumns}
      rows={data?.items.map((order) => ({
        ...order,
        disputes: disputes.filter((one) => one.orderId === order.id),
      }))}
      total={data?.pagination.totalCount}
      rowId={(order) => order.id}
      rowHref={(order) => router.buildLocation(linkTo(order)).href}
      // A failed navigation shows the error page, so it isn’t awaited.
      onOpen={(order) => void navigate(linkTo(order))}
      view={list}
      onViewChange={(next, how) => onViewChange(readOrdersView({ ...next, ...filters }), how)}
      sortedBy={newestFirst}
      empty={
        isNarrowed ? (
          <NoMatch noun="orders" onClear={() => onViewChange({}, { replace: false })}>
            Try another part of the customer’s name or address, or fewer filters.
          </NoMatch>
        ) : (
          <NoOrders />
        )
      }
    />
  )
}

function NoOrders() {
  return (
    <EmptyState
      icon={<Receipt />}
      title="No orders yet"
      calls={callCode(window.location.origin, create)}
    >
      Every purchase appears here as an order. Create a product and share a checkout link, or create
      a checkout with the API.
    </EmptyState>
  )
}

const create = {
  method: 'POST',
  path: '/v1/checkouts/',
  sdk: 'checkouts.create',
  argument: { products: ['a product’s id'] },
} as const
