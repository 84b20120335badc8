import { useQuery } from '@tanstack/react-query'
import CreditCard from 'lucide-react/icons/credit-card'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Money } from '#/ui/money.tsx'
import { Status } from '#/ui/status.tsx'
import { Time } from '#/ui/time.tsx'
import { declineMessageOf, methodText } from './decline-text.ts'
import { type Order, paymentsQuery } from './order-queries.ts'

/** The payments of an order, including declined ones. */
export function OrderPayments({ order }: { order: Order }) {
  const { id } = useOrganization()
  const { data, error } = useQuery(paymentsQuery(id, order.id))
  return (
    <Card flush title="Payments">
      <Entries
        count={data?.length ?? null}
        failure={error && failureMessage(error)}
        empty={order.totalAmount === 0 ? 'No payment required.' : 'No payments yet.'}
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
            {payment.status === 'failed' && <span>{declineMessageOf(payment)}</span>}
          </Entry>
        ))}
      </Entries>
    </Card>
  )
}
