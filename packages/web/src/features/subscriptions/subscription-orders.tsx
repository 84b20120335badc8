import { useQuery } from '@tanstack/react-query'
import Receipt from 'lucide-react/icons/receipt'
import { disputedState, orderDisputesQuery } from '#/entities/dispute/order-disputes.ts'
import { orderState } from '#/entities/order/order-state.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ObjectLink } from '#/entities/organization/object-link.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Money } from '#/ui/money.tsx'
import { States } from '#/ui/status.tsx'
import { DayOf } from '#/ui/time.tsx'
import { type Order, type Subscription, subscriptionOrdersQuery } from './subscription-queries.ts'

/** The orders of the subscription, newest first. */
export function SubscriptionOrders({ subscription }: { subscription: Subscription }) {
  const { id } = useOrganization()
  const { data, error } = useQuery(subscriptionOrdersQuery(id, subscription.id))
  const ids = data?.map((order) => order.id) ?? []
  const { data: disputes = [] } = useQuery(orderDisputesQuery(id, ids))
  const flagOf = ({ id: orderId }: Order) =>
    disputedState(disputes.filter((one) => one.orderId === orderId))
  return (
    <Card flush title="Orders">
      <Entries
        count={data?.length ?? null}
        failure={error && failureMessage(error)}
        empty="No orders yet."
      >
        {data?.map((order) => (
          <Entry
            key={order.id}
            icon={<Receipt />}
            title={<ToOrder order={order} />}
            badge={<States states={[orderState(order), flagOf(order)]} />}
          >
            <span>{reasons[order.billingReason]}</span>
            <span>
              <DayOf at={order.createdAt} />
            </span>
          </Entry>
        ))}
      </Entries>
    </Card>
  )
}

function ToOrder({ order }: { order: Order }) {
  return (
    <ObjectLink type="order" id={order.id} quiet>
      <Money amount={order.totalAmount} currency={order.currency} />
    </ObjectLink>
  )
}

const reasons: Readonly<Record<Order['billingReason'], string>> = {
  purchase: 'Purchase',
  subscription_create: 'First period',
  subscription_cycle: 'Renewal',
  subscription_update: 'Plan change or usage',
}
