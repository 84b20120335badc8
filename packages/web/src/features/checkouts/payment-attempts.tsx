import { useQuery } from '@tanstack/react-query'
import CreditCard from 'lucide-react/icons/credit-card'
import { useOrganization } from '../../lib/current-organization.tsx'
import { failureWords } from '../../lib/failure-words.ts'
import { Card } from '../../ui/card.tsx'
import { Entries, Entry } from '../../ui/entries.tsx'
import { Money } from '../../ui/money.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { attemptsQuery, type Checkout, type Payment } from './checkout-queries.ts'
import { reasonOf } from './checkout-steps.ts'

/** How often it was tried to pay, and what came of it. */
export function PaymentAttempts({ checkout }: { checkout: Checkout }) {
  const { id } = useOrganization()
  const { data, error } = useQuery(attemptsQuery(id, checkout.id))
  return (
    <Card flush title="Payment attempts">
      <Entries
        count={data?.length ?? null}
        failure={error && failureWords(error)}
        empty={
          checkout.isPaymentRequired
            ? 'Nobody has tried to pay so far.'
            : 'There is nothing to pay.'
        }
      >
        {data?.map((payment) => (
          <Entry
            key={payment.id}
            icon={<CreditCard />}
            title={<Money amount={payment.amount} currency={payment.currency} />}
            badge={<Status state={payment.status} />}
          >
            <span>{methodWords(payment)}</span>
            <span>
              <Time at={payment.createdAt} />
            </span>
            {payment.status === 'failed' && (
              <span>{reasonOf(payment) ?? 'No reason was given'}</span>
            )}
          </Entry>
        ))}
      </Entries>
    </Card>
  )
}

function methodWords(payment: Payment): string {
  if ('methodMetadata' in payment) {
    const { brand, last4 } = payment.methodMetadata
    return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}`
  }
  return payment.method.replaceAll('_', ' ')
}
