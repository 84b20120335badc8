import { useQuery } from '@tanstack/react-query'
import { disputedState } from '#/entities/dispute/order-disputes.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { PaymentsCard } from '#/entities/payment/payments-card.tsx'
import { useOrderDisputes } from './order-disputes.tsx'
import { type Order, paymentsQuery } from './order-queries.ts'

/** The payments of an order, including declined ones. */
export function OrderPayments({ order }: { order: Order }) {
  const { id } = useOrganization()
  const disputes = useOrderDisputes(order.id)
  const { data, error } = useQuery(paymentsQuery(id, order.id))
  return (
    <PaymentsCard
      title="Payments"
      payments={data}
      flagOf={({ id: paymentId }) =>
        disputedState(disputes.filter((one) => one.paymentId === paymentId))
      }
      error={error}
      empty={order.totalAmount === 0 ? 'No payment required.' : 'No payments yet.'}
    />
  )
}
