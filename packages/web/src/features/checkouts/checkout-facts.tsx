import { useQuery } from '@tanstack/react-query'
import { useOrganization } from '../../lib/current-organization.tsx'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { Facts } from '../../ui/facts.tsx'
import { None } from '../../ui/none.tsx'
import { PairsCard } from '../../ui/pairs-card.tsx'
import { PostalAddress } from '../../ui/postal-address.tsx'
import { Time } from '../../ui/time.tsx'
import { Totals } from '../../ui/totals.tsx'
import { ToObject, ToProduct } from '../../ui/ways-to.tsx'
import { type Checkout, orderQuery } from './checkout-queries.ts'

/** What is known about a checkout. */
export function CheckoutFacts({ checkout }: { checkout: Checkout }) {
  return (
    <>
      <Sums checkout={checkout} />
      <Session checkout={checkout} />
      <Buyer checkout={checkout} />
      <PairsCard title="Answers" pairs={checkout.customFieldData} />
      <PairsCard title="Metadata" pairs={checkout.metadata} />
    </>
  )
}

interface OfCheckout {
  checkout: Checkout
}

function Sums({ checkout }: OfCheckout) {
  const { amount, discountAmount, discount, taxAmount, totalAmount, currency, product } = checkout
  const lines = [
    { label: product.name, amount },
    ...(discount === null ? [] : [{ label: discount.name, amount: 0 - discountAmount }]),
    ...(taxAmount === null ? [] : [{ label: 'Tax', amount: taxAmount }]),
  ]
  return (
    <Card title="Amount">
      <Totals lines={lines} total={{ label: 'Total', amount: totalAmount }} currency={currency} />
      {taxAmount === null && (
        <p className="mt-2 text-xs text-ink-3">Tax comes on top once the address is known.</p>
      )}
    </Card>
  )
}

function Session({ checkout }: OfCheckout) {
  const { id, product, products, createdAt, expiresAt, status, url, embedOrigin } = checkout
  const others = products.length - 1
  return (
    <Card title="Facts">
      <Facts
        facts={[
          { label: 'Id', value: <Copyable short text={id} /> },
          { label: 'Product', value: <ToProduct product={product} /> },
          ...(others > 0
            ? [{ label: 'To choose from', value: products.map(({ name }) => name).join(', ') }]
            : []),
          { label: 'Order', value: <OrderLink checkout={checkout} /> },
          { label: 'Opened', value: <Time at={createdAt} /> },
          ...(status === 'open'
            ? [
                { label: 'Expires', value: <Time at={expiresAt} /> },
                { label: 'Page', value: <Copyable short text={url} what="address" /> },
              ]
            : []),
          ...(embedOrigin === null ? [] : [{ label: 'Embedded in', value: embedOrigin }]),
        ]}
      />
    </Card>
  )
}

function OrderLink({ checkout }: OfCheckout) {
  const { id } = useOrganization()
  const { data: order = null } = useQuery(orderQuery(id, checkout.id))
  return order === null ? <None /> : <ToObject type="order" id={order.id} />
}

function Buyer({ checkout }: OfCheckout) {
  const { customerName, customerEmail, customerBillingName, customerTaxId } = checkout
  return (
    <Card title="Buyer">
      <Facts
        facts={[
          { label: 'Name', value: <CustomerLink checkout={checkout} /> },
          {
            label: 'E-mail',
            value:
              customerEmail === null ? (
                <None />
              ) : (
                <span className="break-all">{customerEmail}</span>
              ),
          },
          ...(customerBillingName === null || customerBillingName === customerName
            ? []
            : [{ label: 'Bills to', value: customerBillingName }]),
          { label: 'Address', value: <Address checkout={checkout} /> },
          ...(customerTaxId === null
            ? []
            : [{ label: 'Tax id', value: <Copyable text={customerTaxId} what="tax id" /> }]),
        ]}
      />
    </Card>
  )
}

function CustomerLink({ checkout: { customerId, customerName } }: OfCheckout) {
  if (customerId === null) return customerName ?? <None />
  return (
    <ToObject type="customer" id={customerId}>
      {customerName ?? 'Show the customer'}
    </ToObject>
  )
}

function Address({ checkout: { customerBillingAddress: address } }: OfCheckout) {
  if (address === null) return <None />
  return <PostalAddress address={address} />
}
