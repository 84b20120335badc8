import { useQuery } from '@tanstack/react-query'
import CreditCard from 'lucide-react/icons/credit-card'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Money } from '#/ui/money.tsx'
import { Status } from '#/ui/status.tsx'
import { Time } from '#/ui/time.tsx'
import { attemptsQuery, type Checkout, type Payment } from './checkout-queries.ts'
import { reasonOf } from './checkout-steps.ts'

/** The payment attempts and their results. */
export function PaymentAttempts({ checkout }: { checkout: Checkout }) {
  const { id } = useOrganization()
  const { data, error } = useQuery(attemptsQuery(id, checkout.id))
  return (
    <Card flush title="Payment attempts">
      <Entries
        count={data?.length ?? null}
        failure={error && failureMessage(error)}
        empty={checkout.isPaymentRequired ? 'No payment attempts yet.' : 'No payment required.'}
      >
        {data?.map((payment) => (
          <Entry
            key={payment.id}
            icon={<CreditCard />}
            title={<Money amount={payment.amount} currency={payment.currency} />}
            badge={<Status state={payment.status} />}
          >
            <span>{methodText(payment)}</span>
            <span>
              <Time at={payment.createdAt} />
            </span>
            {payment.status === 'failed' && <span>{reasonOf(payment) ?? 'No reason given'}</span>}
          </Entry>
        ))}
      </Entries>
    </Card>
  )
}

function methodText(payment: Payment): string {
  if ('methodMetadata' in payment) {
    const { brand, last4 } = payment.methodMetadata
    return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}`
  }
  return payment.method.replaceAll('_', ' ')
}
