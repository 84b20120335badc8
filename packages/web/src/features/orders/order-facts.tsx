import type { ReactNode } from 'react'
import { PostalAddress } from '#/entities/address/postal-address.tsx'
import { CustomerCard } from '#/entities/customer/customer-card.tsx'
import { ObjectLink, ProductLink } from '#/entities/organization/object-link.tsx'
import { Card } from '#/ui/card.tsx'
import { Copyable } from '#/ui/copyable.tsx'
import { Facts } from '#/ui/facts.tsx'
import { PairsCard } from '#/ui/pairs-card.tsx'
import { DayOf } from '#/ui/time.tsx'
import { billingReasonTexts } from './billing-reasons.ts'
import type { Order } from './order-queries.ts'

interface OrderProps {
  order: Order
}

/** The customer and the details of an order. */
export function OrderFacts({ order }: OrderProps) {
  return (
    <>
      <CustomerCard customer={order.customer} />
      <Details order={order} />
      <PairsCard title="Answers" pairs={order.customFieldData} />
      <PairsCard title="Metadata" pairs={order.metadata} />
    </>
  )
}

function Details({ order }: OrderProps) {
  const { id, createdAt, billingReason, product, discount, checkoutId, subscriptionId } = order
  return (
    <Card title="Details">
      <Facts
        facts={[
          { label: 'ID', value: <Copyable short text={id} /> },
          { label: 'Date', value: <DayOf at={createdAt} /> },
          { label: 'Reason', value: billingReasonTexts[billingReason] },
          { label: 'Product', value: <ProductLink product={product} /> },
          ...(discount === null ? [] : [{ label: 'Discount', value: discount.name }]),
          ...(checkoutId === null
            ? []
            : [{ label: 'Checkout', value: <ObjectLink type="checkout" id={checkoutId} /> }]),
          ...(subscriptionId === null
            ? []
            : [
                {
                  label: 'Subscription',
                  value: <ObjectLink type="subscription" id={subscriptionId} />,
                },
              ]),
          ...closingFacts(order),
          { label: 'Bill to', value: <BillsTo order={order} /> },
          ...(order.taxabilityReason === 'address_incomplete'
            ? [{ label: 'Tax', value: 'None: the billing address was incomplete' }]
            : []),
        ]}
      />
    </Card>
  )
}

const closingTexts = {
  payment_failed: 'all retries failed',
  subscription_ended: 'the subscription ended',
  seller: 'by your team',
} as const

function closingFacts(order: Order) {
  const { collectionStatus, collectionStoppedAt, collectionStoppedReason, collectionComment } =
    order
  if (collectionStoppedAt === null || collectionStoppedReason === null) return []
  const label = collectionStatus === 'void' ? 'Voided' : 'Written off'
  const closed = (
    <>
      <DayOf at={collectionStoppedAt} />, {closingTexts[collectionStoppedReason]}
    </>
  )
  return [
    { label, value: closed },
    ...(collectionComment === null
      ? []
      : [{ label: 'Note', value: <span className="wrap-anywhere">{collectionComment}</span> }]),
  ]
}

function BillsTo({ order: { billingName, billingAddress } }: OrderProps): ReactNode {
  if (billingName === null && billingAddress === null) {
    return <span className="text-ink-3">not provided</span>
  }
  return <PostalAddress name={billingName} address={billingAddress} />
}
