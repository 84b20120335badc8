import { useQuery } from '@tanstack/react-query'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatMoney } from '#/lib/format.ts'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Money } from '#/ui/money.tsx'
import { Status } from '#/ui/status.tsx'
import { DayOf } from '#/ui/time.tsx'
import { type Order, type Refund, refundsQuery } from './order-queries.ts'
import { reasonText } from './refund-reasons.ts'

/** The refunds of an order, including pending ones. */
export function OrderRefunds({ order }: { order: Order }) {
  const { id } = useOrganization()
  const { data, error } = useQuery(refundsQuery(id, order.id))
  return (
    <Card flush title="Refunds">
      <Entries
        count={data?.length ?? null}
        failure={error && failureMessage(error)}
        empty="No refunds yet."
      >
        {data?.map((refund) => (
          <RefundEntry key={refund.id} refund={refund} />
        ))}
      </Entries>
    </Card>
  )
}

function RefundEntry({ refund }: { refund: Refund }) {
  const { amount, taxAmount, balanceAmount, currency, status } = refund
  const { reason, createdAt, comment, failureReason, subscriptionId, revokeBenefits } = refund
  return (
    <Entry
      icon={<RotateCcw />}
      title={<Money amount={amount + taxAmount + balanceAmount} currency={currency} />}
      badge={<Status state={status} />}
    >
      <span>{balanceAmount > 0 ? 'From the customer’s credit' : reasonText(reason)}</span>
      {taxAmount > 0 && <span>including {formatMoney(taxAmount, currency)} tax</span>}
      <span>
        <DayOf at={createdAt} />
      </span>
      {subscriptionId === null && revokeBenefits && <span>{takenText[status]}</span>}
      {comment !== null && <span className="wrap-anywhere">{comment}</span>}
      {failureReason !== null && <span>{failureReason.replaceAll('_', ' ')}</span>}
    </Entry>
  )
}

/** What became of the benefits, where the refund takes them away. */
const takenText: Readonly<Record<Refund['status'], string>> = {
  pending: 'benefits will be taken away',
  succeeded: 'benefits taken away',
  failed: 'benefits kept',
  canceled: 'benefits kept',
}
