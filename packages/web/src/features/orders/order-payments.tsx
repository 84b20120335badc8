import { useQuery } from '@tanstack/react-query'
import CreditCard from 'lucide-react/icons/credit-card'
import { useOrganization } from '../../lib/current-organization.tsx'
import { failureWords } from '../../lib/failure-words.ts'
import { Card } from '../../ui/card.tsx'
import { Entries, Entry } from '../../ui/entries.tsx'
import { Money } from '../../ui/money.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { declineWords, methodWords } from './decline-words.ts'
import { type Order, paymentsQuery } from './order-queries.ts'

/** How it was paid, and what was declined before. */
export function OrderPayments({ order }: { order: Order }) {
  const { id } = useOrganization()
  const { data, error } = useQuery(paymentsQuery(id, order.id))
  return (
    <Card flush title="Payments">
      <Entries
        count={data?.length ?? null}
        failure={error && failureWords(error)}
        empty={order.totalAmount === 0 ? 'There was nothing to pay.' : 'Nobody has paid so far.'}
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
            {payment.status === 'failed' && <span>{declineWords(payment)}</span>}
          </Entry>
        ))}
      </Entries>
    </Card>
  )
}
