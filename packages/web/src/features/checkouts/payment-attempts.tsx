import { useQuery } from '@tanstack/react-query'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { PaymentsCard } from '#/entities/payment/payments-card.tsx'
import { attemptsQuery, type Checkout } from './checkout-queries.ts'

/** The payment attempts and their results. */
export function PaymentAttempts({ checkout }: { checkout: Checkout }) {
  const { id } = useOrganization()
  const { data, error } = useQuery(attemptsQuery(id, checkout.id))
  return (
    <PaymentsCard
      title="Payment attempts"
      payments={data}
      error={error}
      empty={checkout.isPaymentRequired ? 'No payment attempts yet.' : 'No payment required.'}
    />
  )
}
