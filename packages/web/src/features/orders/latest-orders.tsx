import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Receipt from 'lucide-react/icons/receipt'
import { customerName } from '#/entities/customer/customer-name.ts'
import { orderState } from '#/entities/order/order-state.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ObjectLink } from '#/entities/organization/object-link.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { linkClasses } from '#/ui/link-classes.ts'
import { Money } from '#/ui/money.tsx'
import { Status } from '#/ui/status.tsx'
import { DayOf } from '#/ui/time.tsx'
import { latestOrdersQuery, type Order, type OrdersOf } from './order-queries.ts'

/** The newest orders of a product. */
export const ProductOrders = ({ productId }: { productId: Order['productId'] }) => (
  <LatestOrders
    of={{ product: productId }}
    what="this product"
    nameOf={({ customer }) => customerName(customer)}
  />
)

/** The newest orders of a customer. */
export const CustomerOrders = ({ customerId }: { customerId: Order['customerId'] }) => (
  <LatestOrders
    of={{ customer: customerId }}
    what="this customer"
    nameOf={({ product }) => product.name}
  />
)

interface LatestOrdersProps {
  of: OrdersOf
  /** "this product". */
  what: string
  /** What tells an order from the others. */
  nameOf: (order: Order) => string
}

function LatestOrders({ of, what, nameOf }: LatestOrdersProps) {
  const { id, slug } = useOrganization()
  const { data, error } = useQuery(latestOrdersQuery(id, of))
  const all = (
    <Link
      to="/dashboard/$slug/orders"
      params={{ slug }}
      search={of}
      className={`${linkClasses} text-s`}
    >
      All orders
      <span className="sr-only"> of {what}</span>
    </Link>
  )
  return (
    <Card flush title="Latest orders" actions={data !== undefined && data.length > 0 && all}>
      <Entries
        count={data?.length ?? null}
        failure={error && failureMessage(error)}
        empty="No orders yet."
      >
        {data?.map((order) => (
          <OrderEntry key={order.id} order={order} name={nameOf(order)} />
        ))}
      </Entries>
    </Card>
  )
}

function OrderEntry({ order, name }: { order: Order; name: string }) {
  const { id, invoiceNumber, totalAmount, currency, createdAt } = order
  return (
    <Entry
      icon={<Receipt />}
      title={
        <ObjectLink quiet type="order" id={id}>
          {name}
        </ObjectLink>
      }
      badge={<Status state={orderState(order)} />}
      action={<Money amount={totalAmount} currency={currency} />}
    >
      {invoiceNumber !== '' && <span>{invoiceNumber}</span>}
      <span>
        <DayOf at={createdAt} />
      </span>
    </Entry>
  )
}
