import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import Receipt from 'lucide-react/icons/receipt'
import SearchX from 'lucide-react/icons/search-x'
import { callCode } from '../../lib/call-code.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { orderColumns } from './order-columns.tsx'
import { OrderFilterBar } from './order-filters.tsx'
import { type Order, ordersQuery } from './order-queries.ts'
import { newestFirst, type OrdersView, readOrdersView } from './orders-view.ts'

interface OrdersListProps {
  view: OrdersView
  onViewChange: (view: OrdersView, how: { replace: boolean }) => void
}

/** What was bought here. */
export function OrdersList({ view, onViewChange }: OrdersListProps) {
  const { id, slug } = useOrganization()
  const router = useRouter()
  const navigate = useNavigate()
  const { data } = useQuery({
    ...ordersQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const linkTo = ({ id: orderId }: Order) =>
    ({ to: '/dashboard/$slug/orders/$orderId', params: { slug, orderId } }) as const
  const { status, product, discount, from, to, ...list } = view
  const filters = { status, product, discount, from, to }
  const isNarrowed = view.q !== undefined || Object.values(filters).some((one) => one !== undefined)
  const { page: _, ...firstPage } = list
  return (
    <ListCard
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
      columns={orderColumns}
      rows={data?.items}
      total={data?.pagination.totalCount}
      rowId={(order) => order.id}
      rowHref={(order) => router.buildLocation(linkTo(order)).href}
      // A navigation that fails shows the error page; there is nothing to wait for here.
      onOpen={(order) => void navigate(linkTo(order))}
      view={list}
      onViewChange={(next, how) => onViewChange(readOrdersView({ ...next, ...filters }), how)}
      sortedBy={newestFirst}
      empty={
        isNarrowed ? <NoMatch onClear={() => onViewChange({}, { replace: false })} /> : <NoOrders />
      }
    />
  )
}

function NoOrders() {
  return (
    <EmptyState
      icon={<Receipt />}
      title="Nothing was bought yet"
      calls={callCode(window.location.origin, create)}
    >
      Every purchase stands here as an order. A first one takes a product and a checkout link, or a
      checkout that your code begins.
    </EmptyState>
  )
}

const create = {
  method: 'POST',
  path: '/v1/checkouts/',
  sdk: 'checkouts.create',
  argument: { products: ['a product’s id'] },
} as const

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="No order matches"
      action={<Button onClick={onClear}>Show all orders</Button>}
    >
      No order is like that: try another part of the customer’s name or address, or fewer filters.
    </EmptyState>
  )
}
