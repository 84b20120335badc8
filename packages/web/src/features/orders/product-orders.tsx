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
import { latestOrdersQuery, type Order } from './order-queries.ts'

/** The newest orders of a product. */
export function ProductOrders({ productId }: { productId: Order['productId'] }) {
  const { id, slug } = useOrganization()
  const { data, error } = useQuery(latestOrdersQuery(id, { productId }))
  const all = (
    <Link
      to="/dashboard/$slug/orders"
      params={{ slug }}
      search={{ product: productId }}
      className={`${linkClasses} text-s`}
    >
      All orders
      <span className="sr-only"> of this product</span>
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
          <Entry
            key={order.id}
            icon={<Receipt />}
            title={
              <ObjectLink quiet type="order" id={order.id}>
                {customerName(order.customer)}
              </ObjectLink>
            }
            badge={<Status state={orderState(order)} />}
            action={<Money amount={order.totalAmount} currency={order.currency} />}
          >
            {order.invoiceNumber !== null && <span>{order.invoiceNumber}</span>}
            <span>
              <DayOf at={order.createdAt} />
            </span>
          </Entry>
        ))}
      </Entries>
    </Card>
  )
}
