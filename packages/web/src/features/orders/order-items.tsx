import { OrderItemLink } from '#/entities/order/order-item-link.tsx'
import { Totals } from '#/entities/order/totals.tsx'
import { Card } from '#/ui/card.tsx'
import { Money } from '#/ui/money.tsx'
import type { Order } from './order-queries.ts'

/** The items and the totals. */
export function OrderItems({ order }: OrderProps) {
  return (
    <Card title="Items">
      <ul className="mb-4 border-b text-s">
        {order.items.map((item) => (
          <li key={item.id} className="flex justify-between gap-4 py-2 not-last:border-b">
            <OrderItemLink item={{ orderId: order.id, itemId: item.id, label: item.label }} />
            <Money amount={item.amount} currency={order.currency} />
          </li>
        ))}
      </ul>
      <Totals
        lines={linesOf(order)}
        total={{ label: 'Total', amount: order.totalAmount }}
        currency={order.currency}
      />
      <PaidWith order={order} />
      <PaidBack order={order} />
    </Card>
  )
}

/** Where the balance of the customer paid a part, or the order collected a debt of theirs. */
function PaidWith({ order: { appliedBalanceAmount: amount, dueAmount, currency } }: OrderProps) {
  if (amount === 0) return null
  return (
    <div className="mt-4 border-t pt-4">
      <Totals
        lines={[{ label: amount < 0 ? 'Customer credit' : 'Customer balance', amount }]}
        total={{ label: 'Charged', amount: dueAmount }}
        currency={currency}
      />
    </div>
  )
}

interface OrderProps {
  order: Order
}

function linesOf({ subtotalAmount, discountAmount, discount, netAmount, taxAmount }: Order) {
  const isReduced = discountAmount > 0
  return [
    { label: 'Subtotal', amount: subtotalAmount },
    ...(isReduced
      ? [
          { label: discount?.name ?? 'Discount', amount: 0 - discountAmount },
          { label: 'Net amount', amount: netAmount },
        ]
      : []),
    { label: 'Tax', amount: taxAmount },
  ]
}

function PaidBack({ order }: OrderProps) {
  const { refundedAmount, refundedTaxAmount, totalAmount, currency } = order
  const refunded = refundedAmount + refundedTaxAmount
  if (refunded === 0) return null
  return (
    <div className="mt-4 border-t pt-4">
      <Totals
        lines={[{ label: 'Refunded', amount: 0 - refunded }]}
        total={{ label: 'Remaining', amount: totalAmount - refunded }}
        currency={currency}
      />
    </div>
  )
}
