import ExternalLink from 'lucide-react/icons/external-link'
import { CustomerCard } from '#/entities/customer/customer-card.tsx'
import { disputeExplanation, disputeReason } from '#/entities/dispute/dispute-text.ts'
import { ObjectLink } from '#/entities/organization/object-link.tsx'
import { formatDay } from '#/lib/format.ts'
import { Banner } from '#/ui/banner.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { Card } from '#/ui/card.tsx'
import { Copyable } from '#/ui/copyable.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Money } from '#/ui/money.tsx'
import { Status } from '#/ui/status.tsx'
import { DayOf } from '#/ui/time.tsx'
import type { Dispute } from './dispute-queries.ts'

interface DisputeProps {
  dispute: Dispute
}

/** What a dispute means, and where it is answered. */
export function DisputeBanner({ dispute }: DisputeProps) {
  const { tone, title, text } = disputeExplanation(dispute)
  const isSandbox = dispute.processorUrl === null && !dispute.closed
  return (
    <Banner tone={tone} title={title}>
      {text}
      {isSandbox && ' In the sandbox the card decides how it ends; the clock can be advanced.'}
    </Banner>
  )
}

/** Opens the payment at the processor, which has the form for the answer. */
export function AnswerLink({ dispute: { processorUrl, closed } }: DisputeProps) {
  if (processorUrl === null) return null
  return (
    <a
      href={processorUrl}
      target="_blank"
      rel="noreferrer"
      className={buttonClasses({ variant: closed ? 'default' : 'primary' })}
    >
      <ExternalLink aria-hidden="true" /> {closed ? 'Open at Stripe' : 'Answer at Stripe'}
    </a>
  )
}

export function DisputedSum({ dispute }: DisputeProps) {
  const { amount, taxAmount, currency, reason, status, evidenceDueBy, createdAt } = dispute
  return (
    <Card title="Dispute">
      <Facts
        facts={[
          { label: 'Amount', value: <Money amount={amount + taxAmount} currency={currency} /> },
          ...(taxAmount === 0
            ? []
            : [
                { label: 'Including tax', value: <Money amount={taxAmount} currency={currency} /> },
              ]),
          { label: 'Reason', value: disputeReason(reason) },
          { label: 'Status', value: <Status state={status} /> },
          ...(evidenceDueBy === null
            ? []
            : [{ label: 'Answer before', value: formatDay(evidenceDueBy) }]),
          { label: 'Opened', value: <DayOf at={createdAt} /> },
        ]}
      />
    </Card>
  )
}

/** The customer, and what is disputed. */
export function DisputeFacts({ dispute }: DisputeProps) {
  const { id, customer, orderId, subscriptionId } = dispute
  return (
    <>
      <CustomerCard customer={customer} />
      <Card title="Details">
        <Facts
          facts={[
            { label: 'ID', value: <Copyable short text={id} /> },
            { label: 'Order', value: <ObjectLink type="order" id={orderId} /> },
            ...(subscriptionId === null
              ? []
              : [
                  {
                    label: 'Subscription',
                    value: <ObjectLink type="subscription" id={subscriptionId} />,
                  },
                ]),
          ]}
        />
      </Card>
    </>
  )
}
