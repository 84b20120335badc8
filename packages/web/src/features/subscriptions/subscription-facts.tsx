import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOrganization } from '../../lib/current-organization.tsx'
import { amountWords, durationWords } from '../../lib/discount-terms.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Time } from '../../ui/time.tsx'
import { reasonWords } from './cancellation-words.ts'
import { subscriberName } from './subscriber-name.ts'
import type { Subscription } from './subscription-queries.ts'

interface OfSubscription {
  subscription: Subscription
}

/** Who subscribed, and what else is known about it. */
export function SubscriptionFacts({ subscription }: OfSubscription) {
  return (
    <>
      <Customer subscription={subscription} />
      <Details subscription={subscription} />
      <Cancellation subscription={subscription} />
      <Pairs title="Answers" pairs={subscription.customFieldData} />
      <Pairs title="Metadata" pairs={subscription.metadata} />
    </>
  )
}

function Customer({ subscription }: OfSubscription) {
  const { slug } = useOrganization()
  const { customer } = subscription
  return (
    <Card title="Customer">
      <div className="flex items-center gap-3 text-s">
        <Avatar layered name={subscriberName(subscription)} src={customer.avatarUrl} />
        <div className="min-w-0">
          <Link
            to="/dashboard/$slug/customers/$customerId"
            params={{ slug, customerId: customer.id }}
            className={linkLook}
          >
            {subscriberName(subscription)}
          </Link>
          {customer.name !== null && (
            <span className="block break-all text-ink-2">{customer.email}</span>
          )}
        </div>
      </div>
    </Card>
  )
}

function Details({ subscription }: OfSubscription) {
  const { slug } = useOrganization()
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
          {
            label: 'Product',
            value: (
              <Link
                to="/dashboard/$slug/products/$productId"
                params={{ slug, productId: product.id }}
                className={linkLook}
              >
                {product.name}
              </Link>
            ),
          },
          {
            label: 'Discount',
            value: discount === null ? <None /> : <Discount discount={discount} />,
          },
          ...(checkoutId === null
            ? []
            : [{ label: 'Checkout', value: <ToCheckout id={checkoutId} /> }]),
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

function ToCheckout({ id: checkoutId }: { id: NonNullable<Subscription['checkoutId']> }) {
  const { slug } = useOrganization()
  return (
    <Link
      to="/dashboard/$slug/checkouts/$checkoutId"
      params={{ slug, checkoutId }}
      className={linkLook}
    >
      Show the checkout
    </Link>
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

interface PairsProps {
  title: string
  pairs: Readonly<Record<string, string | number | boolean | null>>
}

function Pairs({ title, pairs }: PairsProps) {
  const facts = Object.entries(pairs).map(([name, value]) => ({
    label: name,
    value: <span className="wrap-anywhere">{value === null ? 'none' : String(value)}</span>,
  }))
  if (facts.length === 0) return null
  return (
    <Card title={title}>
      <Facts facts={facts} />
    </Card>
  )
}

function None(): ReactNode {
  return <span className="text-ink-3">none</span>
}

const linkLook =
  'rounded-xs font-medium text-accent underline-offset-3 wrap-anywhere hover:underline'
