import { CustomerCard } from '#/entities/customer/customer-card.tsx'
import { amountText, durationText } from '#/entities/discount/discount-terms.ts'
import { ObjectLink, ProductLink } from '#/entities/organization/object-link.tsx'
import { reasonText } from '#/entities/subscription/cancellation-reasons.ts'
import { Card } from '#/ui/card.tsx'
import { Copyable } from '#/ui/copyable.tsx'
import { Facts } from '#/ui/facts.tsx'
import { None } from '#/ui/none.tsx'
import { PairsCard } from '#/ui/pairs-card.tsx'
import { DayOf } from '#/ui/time.tsx'
import type { Subscription } from './subscription-queries.ts'

interface SubscriptionProps {
  subscription: Subscription
}

/** The customer and the details of a subscription. */
export function SubscriptionFacts({ subscription }: SubscriptionProps) {
  return (
    <>
      <CustomerCard customer={subscription.customer} />
      <Details subscription={subscription} />
      <Cancellation subscription={subscription} />
      <PairsCard title="Answers" pairs={subscription.customFieldData} />
      <PairsCard title="Metadata" pairs={subscription.metadata} />
    </>
  )
}

function Details({ subscription }: SubscriptionProps) {
  const { id, createdAt, startedAt, trialEnd, product, discount, checkoutId } = subscription
  const time = (label: string, at: Date | null) =>
    at === null ? [] : [{ label, value: <DayOf at={at} /> }]
  return (
    <Card title="Details">
      <Facts
        facts={[
          { label: 'ID', value: <Copyable short text={id} /> },
          ...time('Created', createdAt),
          ...time('Started', startedAt),
          ...time('Trial until', trialEnd),
          { label: 'Product', value: <ProductLink product={product} /> },
          {
            label: 'Discount',
            value: discount === null ? <None /> : <Discount discount={discount} />,
          },
          ...(checkoutId === null
            ? []
            : [{ label: 'Checkout', value: <ObjectLink type="checkout" id={checkoutId} /> }]),
        ]}
      />
    </Card>
  )
}

function Discount({ discount }: { discount: NonNullable<Subscription['discount']> }) {
  return (
    <>
      <span className="wrap-anywhere">{discount.name}</span>
      <span className="block text-xs text-ink-3">
        {amountText(discount)}, {durationText(discount)}
      </span>
    </>
  )
}

/** The cancellation details. */
function Cancellation({ subscription }: SubscriptionProps) {
  const { canceledAt, endsAt, endedAt } = subscription
  const { customerCancellationReason: reason, customerCancellationComment: comment } = subscription
  if (canceledAt === null && endedAt === null) return null
  const end = endedAt === null ? endsAt : null
  return (
    <Card title="Cancellation">
      <Facts
        facts={[
          ...(canceledAt === null ? [] : [{ label: 'Canceled', value: <DayOf at={canceledAt} /> }]),
          ...(end === null ? [] : [{ label: 'Ends', value: <DayOf at={end} /> }]),
          ...(endedAt === null ? [] : [{ label: 'Ended', value: <DayOf at={endedAt} /> }]),
          { label: 'Reason', value: reason === null ? <None /> : reasonText[reason] },
          ...(comment === null ? [] : [{ label: 'Comment', value: <Comment text={comment} /> }]),
        ]}
      />
    </Card>
  )
}

function Comment({ text }: { text: string }) {
  return <span className="wrap-anywhere whitespace-pre-line">{text}</span>
}
