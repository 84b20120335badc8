import type { ResponseOf } from '@guildhall/contract/operation'
import { cardText } from '@guildhall/contract/payments/card-text'
import type { listPayments } from '@guildhall/contract/payments/payments'
import CreditCard from 'lucide-react/icons/credit-card'
import { failureMessage } from '#/lib/failure-message.ts'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Money } from '#/ui/money.tsx'
import { States } from '#/ui/status.tsx'
import { DayOf } from '#/ui/time.tsx'

export type Payment = ResponseOf<typeof listPayments>['items'][number]

interface PaymentsCardProps {
  title: string
  /** Undefined while they are loading. */
  payments: readonly Payment[] | undefined
  error: Error | null
  empty: string
  /** A further state of a payment, such as `disputed`. */
  flagOf?: (payment: Payment) => string | null
}

/** Payments, including declined ones, with the reason. */
export function PaymentsCard({ title, payments, error, empty, flagOf }: PaymentsCardProps) {
  return (
    <Card flush title={title}>
      <Entries
        count={payments?.length ?? null}
        failure={error && failureMessage(error)}
        empty={empty}
      >
        {payments?.map((payment) => (
          <Entry
            key={payment.id}
            icon={<CreditCard />}
            title={<Money amount={payment.amount} currency={payment.currency} />}
            badge={<States states={[payment.status, flagOf?.(payment) ?? null]} />}
          >
            <span>{methodText(payment)}</span>
            <span>
              <DayOf at={payment.createdAt} />
            </span>
            {payment.status === 'failed' && (
              <span>{declineText(payment) ?? 'No reason given'}</span>
            )}
          </Entry>
        ))}
      </Entries>
    </Card>
  )
}

/** The reason for a decline, as the buyer read it. */
export const declineText = ({ declineMessage, declineReason }: Payment): string | null =>
  declineMessage ?? declineReason?.replaceAll('_', ' ') ?? null

function methodText(payment: Payment): string {
  if ('methodMetadata' in payment) return cardText(payment.methodMetadata)
  return payment.method.replaceAll('_', ' ')
}
