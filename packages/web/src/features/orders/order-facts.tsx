import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { countryName } from '../../lib/countries.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Time } from '../../ui/time.tsx'
import { buyerName } from './buyer-name.ts'
import type { Order } from './order-queries.ts'

interface OfOrder {
  order: Order
}

/** Who bought, and what else is known about an order. */
export function OrderFacts({ order }: OfOrder) {
  return (
    <>
      <Customer order={order} />
      <Details order={order} />
      <Pairs title="Answers" pairs={order.customFieldData} />
      <Pairs title="Metadata" pairs={order.metadata} />
    </>
  )
}

function Customer({ order }: OfOrder) {
  const { slug } = useOrganization()
  const { customer } = order
  return (
    <Card title="Customer">
      <div className="flex items-center gap-3 text-s">
        <Avatar layered name={buyerName(order)} src={customer.avatarUrl} />
        <div className="min-w-0">
          <Link
            to="/dashboard/$slug/customers/$customerId"
            params={{ slug, customerId: customer.id }}
            className={linkLook}
          >
            {buyerName(order)}
          </Link>
          {customer.name !== null && (
            <span className="block break-all text-ink-2">{customer.email}</span>
          )}
        </div>
      </div>
    </Card>
  )
}

const reasons: Readonly<Record<Order['billingReason'], string>> = {
  purchase: 'Purchase',
  subscription_create: 'New subscription',
  subscription_cycle: 'Renewal',
  subscription_update: 'Change of plan',
}

function Details({ order }: OfOrder) {
  const { slug } = useOrganization()
  const { id, createdAt, billingReason, product, discount, checkoutId, subscriptionId } = order
  return (
    <Card title="Facts">
      <Facts
        facts={[
          { label: 'Id', value: <Copyable short text={id} /> },
          { label: 'Date', value: <Time at={createdAt} /> },
          { label: 'Reason', value: reasons[billingReason] },
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
          ...(discount === null ? [] : [{ label: 'Discount', value: discount.name }]),
          ...(checkoutId === null
            ? []
            : [
                {
                  label: 'Checkout',
                  value: (
                    <Link
                      to="/dashboard/$slug/checkouts/$checkoutId"
                      params={{ slug, checkoutId }}
                      className={linkLook}
                    >
                      Show the checkout
                    </Link>
                  ),
                },
              ]),
          ...(subscriptionId === null
            ? []
            : [{ label: 'Subscription', value: <ToSubscription id={subscriptionId} /> }]),
          { label: 'Bills to', value: <BillsTo order={order} /> },
        ]}
      />
    </Card>
  )
}

function ToSubscription({ id: subscriptionId }: { id: NonNullable<Order['subscriptionId']> }) {
  const { slug } = useOrganization()
  return (
    <Link
      to="/dashboard/$slug/subscriptions/$subscriptionId"
      params={{ slug, subscriptionId }}
      className={linkLook}
    >
      Show the subscription
    </Link>
  )
}

function BillsTo({ order: { billingName, billingAddress } }: OfOrder): ReactNode {
  if (billingName === null && billingAddress === null) {
    return <span className="text-ink-3">not said</span>
  }
  const { line1, line2, postalCode, city, state, country } = billingAddress ?? {}
  const place = [postalCode, city].filter(Boolean).join(' ')
  const lines = [billingName, line1, line2, place, state, country && countryName(country)]
  return (
    <address className="not-italic">
      {lines.filter(Boolean).map((line) => (
        <span key={line} className="block wrap-anywhere">
          {line}
        </span>
      ))}
    </address>
  )
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

const linkLook =
  'rounded-xs font-medium text-accent underline-offset-3 wrap-anywhere hover:underline'
