import { amountWords, durationWords } from '../../lib/discount-terms.ts'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { CustomerCard } from '../../ui/customer-card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { None } from '../../ui/none.tsx'
import { PairsCard } from '../../ui/pairs-card.tsx'
import { Time } from '../../ui/time.tsx'
import { ToObject, ToProduct } from '../../ui/ways-to.tsx'
import { reasonWords } from './cancellation-words.ts'
import type { Subscription } from './subscription-queries.ts'

interface OfSubscription {
  subscription: Subscription
}

/** Who subscribed, and what else is known about it. */
export function SubscriptionFacts({ subscription }: OfSubscription) {
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

function Details({ subscription }: OfSubscription) {
  const { id, createdAt, startedAt, trialEnd, product, discount, checkoutId } = subscription
  const time = (label: string, at: Date | null) =>
    at === null ? [] : [{ label, value: <Time at={at} /> }]
  return (
    <Card title="Facts">
      <Facts
        facts={[
          { label: 'Id', value: <Copyable short text={id} /> },
          ...time('Created', createdAt),
          ...time('Started', startedAt),
          ...time('Trial until', trialEnd),
          { label: 'Product', value: <ToProduct product={product} /> },
          {
            label: 'Discount',
            value: discount === null ? <None /> : <Discount discount={discount} />,
          },
          ...(checkoutId === null
            ? []
            : [{ label: 'Checkout', value: <ToObject type="checkout" id={checkoutId} /> }]),
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
        {amountWords(discount)}, {durationWords(discount)}
      </span>
    </>
  )
}

/** What is known of somebody’s leaving. */
function Cancellation({ subscription }: OfSubscription) {
  const { canceledAt, endsAt, endedAt } = subscription
  const { customerCancellationReason: reason, customerCancellationComment: comment } = subscription
  if (canceledAt === null && endedAt === null) return null
  const end = endedAt === null ? endsAt : null
  return (
    <Card title="Cancellation">
      <Facts
        facts={[
          ...(canceledAt === null ? [] : [{ label: 'Canceled', value: <Time at={canceledAt} /> }]),
          ...(end === null ? [] : [{ label: 'Ends', value: <Time at={end} /> }]),
          ...(endedAt === null ? [] : [{ label: 'Ended', value: <Time at={endedAt} /> }]),
          { label: 'Reason', value: reason === null ? <None /> : reasonWords[reason] },
          ...(comment === null ? [] : [{ label: 'Comment', value: <Comment text={comment} /> }]),
        ]}
      />
    </Card>
  )
}

function Comment({ text }: { text: string }) {
  return <span className="wrap-anywhere whitespace-pre-line">{text}</span>
}
