import { useQuery } from '@tanstack/react-query'
import { PostalAddress } from '#/entities/address/postal-address.tsx'
import { Totals } from '#/entities/order/totals.tsx'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ObjectLink, ProductLink } from '#/entities/organization/object-link.tsx'
import { Card } from '#/ui/card.tsx'
import { Copyable } from '#/ui/copyable.tsx'
import { EmailText } from '#/ui/email-text.tsx'
import { Facts } from '#/ui/facts.tsx'
import { None } from '#/ui/none.tsx'
import { PairsCard } from '#/ui/pairs-card.tsx'
import { Time } from '#/ui/time.tsx'
import { type Checkout, orderQuery } from './checkout-queries.ts'

/** The details of a checkout. */
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

interface CheckoutProps {
  checkout: Checkout
}

function Sums({ checkout }: CheckoutProps) {
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
        <p className="mt-2 text-xs text-ink-3">Tax is added once the address is known.</p>
      )}
    </Card>
  )
}

function Session({ checkout }: CheckoutProps) {
  const { id, product, products, createdAt, expiresAt, status, url, embedOrigin } = checkout
  const others = products.length - 1
  return (
    <Card title="Details">
      <Facts
        facts={[
          { label: 'ID', value: <Copyable short text={id} /> },
          { label: 'Product', value: <ProductLink product={product} /> },
          ...(others > 0
            ? [{ label: 'Available products', value: products.map(({ name }) => name).join(', ') }]
            : []),
          { label: 'Order', value: <OrderLink checkout={checkout} /> },
          { label: 'Opened', value: <Time at={createdAt} /> },
          ...(status === 'open' ? [{ label: 'Expires', value: <Time at={expiresAt} /> }] : []),
          // Members who may only read get no URL.
          ...(status === 'open' && url !== ''
            ? [{ label: 'Page', value: <Copyable short text={url} what="address" /> }]
            : []),
          ...(embedOrigin === null ? [] : [{ label: 'Embedded in', value: embedOrigin }]),
        ]}
      />
    </Card>
  )
}

function OrderLink({ checkout }: CheckoutProps) {
  const { id } = useOrganization()
  const { data: order = null } = useQuery(orderQuery(id, checkout.id))
  return order === null ? <None /> : <ObjectLink type="order" id={order.id} />
}

function Buyer({ checkout }: CheckoutProps) {
  const { customerName, customerEmail, customerBillingName, customerTaxId } = checkout
  return (
    <Card title="Buyer">
      <Facts
        facts={[
          { label: 'Name', value: <CustomerLink checkout={checkout} /> },
          {
            label: 'Email',
            value: customerEmail === null ? <None /> : <EmailText>{customerEmail}</EmailText>,
          },
          ...(customerBillingName === null || customerBillingName === customerName
            ? []
            : [{ label: 'Bill to', value: customerBillingName }]),
          { label: 'Address', value: <Address checkout={checkout} /> },
          ...(customerTaxId === null
            ? []
            : [{ label: 'Tax ID', value: <Copyable text={customerTaxId} what="tax ID" /> }]),
        ]}
      />
    </Card>
  )
}

function CustomerLink({ checkout: { customerId, customerName } }: CheckoutProps) {
  if (customerId === null) return customerName ?? <None />
  return (
    <ObjectLink type="customer" id={customerId}>
      {customerName ?? 'View customer'}
    </ObjectLink>
  )
}

function Address({ checkout: { customerBillingAddress: address } }: CheckoutProps) {
  if (address === null) return <None />
  return <PostalAddress address={address} />
}
