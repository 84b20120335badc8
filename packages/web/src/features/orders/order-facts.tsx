import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { CustomerCard } from '../../ui/customer-card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { PairsCard } from '../../ui/pairs-card.tsx'
import { PostalAddress } from '../../ui/postal-address.tsx'
import { Time } from '../../ui/time.tsx'
import { ToObject, ToProduct } from '../../ui/ways-to.tsx'
import type { Order } from './order-queries.ts'

interface OfOrder {
  order: Order
}

/** Who bought, and what else is known about an order. */
export function OrderFacts({ order }: OfOrder) {
  return (
    <>
      <CustomerCard customer={order.customer} />
      <Details order={order} />
      <PairsCard title="Answers" pairs={order.customFieldData} />
      <PairsCard title="Metadata" pairs={order.metadata} />
    </>
  )
}

const reasons: Readonly<Record<Order['billingReason'], string>> = {
  purchase: 'Purchase',
  subscription_create: 'New subscription',
  subscription_cycle: 'Renewal',
  subscription_update: 'Change of plan',
}

function Details({ order }: OfOrder) {
  const { id, createdAt, billingReason, product, discount, checkoutId, subscriptionId } = order
  return (
    <Card title="Facts">
      <Facts
        facts={[
          { label: 'Id', value: <Copyable short text={id} /> },
          { label: 'Date', value: <Time at={createdAt} /> },
          { label: 'Reason', value: reasons[billingReason] },
          { label: 'Product', value: <ToProduct product={product} /> },
          ...(discount === null ? [] : [{ label: 'Discount', value: discount.name }]),
          ...(checkoutId === null
            ? []
            : [{ label: 'Checkout', value: <ToObject type="checkout" id={checkoutId} /> }]),
          ...(subscriptionId === null
            ? []
            : [
                {
                  label: 'Subscription',
                  value: <ToObject type="subscription" id={subscriptionId} />,
                },
              ]),
          { label: 'Bills to', value: <BillsTo order={order} /> },
        ]}
      />
    </Card>
  )
}

function BillsTo({ order: { billingName, billingAddress } }: OfOrder): ReactNode {
  if (billingName === null && billingAddress === null) {
    return <span className="text-ink-3">not said</span>
  }
  return <PostalAddress name={billingName} address={billingAddress} />
}
