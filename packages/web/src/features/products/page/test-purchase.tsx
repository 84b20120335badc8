import { createCheckout } from '@guildhall/contract/checkout/checkouts'
import { useQuery } from '@tanstack/react-query'
import FlaskConical from 'lucide-react/icons/flask-conical'
import { useState } from 'react'
import { clockQuery } from '#/entities/organization/clock.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import type { Product } from '#/features/products/product-queries.ts'
import { api } from '#/lib/api.ts'
import type { Messages } from '#/lib/failure-message.ts'
import { ActionButton } from '#/ui/action-controls.tsx'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { usePageActions } from '#/ui/page-actions.ts'

export interface TestBuyer {
  name: string
  email: string
}

interface TestPurchaseProps {
  product: Product
  /** Gets the mails that buyers get. */
  buyer: TestBuyer
}

const card = '4242 4242 4242 4242'

const address = {
  line1: '1 Market Street',
  postalCode: '94105',
  city: 'San Francisco',
  state: 'CA',
  country: 'US',
} as const

/** Buys the product as a customer does. Only the sandbox has cards that charge nobody. */
export function TestPurchase({ product, buyer }: TestPurchaseProps) {
  const { id, role } = useOrganization()
  const { data: clock } = useQuery(clockQuery(id))
  const [isAsking, setAsking] = useState(false)
  const open = useTestCheckout({ product, buyer })
  const isOffered = clock?.sandbox === true && mayIn(role, 'sales', 'write')
  const test = {
    label: 'Test purchase',
    asks: true,
    icon: <FlaskConical aria-hidden="true" />,
    run: () => setAsking(true),
  }
  usePageActions('This product', isOffered ? [test] : [])
  if (!isOffered) return null
  return (
    <>
      <ActionButton action={test} />
      {isAsking && (
        <ConfirmDialog
          open
          title={`Buy ${product.name} as a test?`}
          effects={[
            `A checkout opens with your name and email address, ${filledIn(product)}. You can change all of it first.`,
            'No money moves, because this server is a sandbox.',
            `Everything else is as with a customer: there will be an order, a customer, webhook events and figures, and ${buyer.email} gets the mails.`,
          ]}
          confirm="Open the checkout"
          dismiss="Not now"
          messages={messages}
          onConfirm={open}
          onOpenChange={setAsking}
        />
      )}
    </>
  )
}

function filledIn({ prices }: Product): string {
  const place = `${address.line1} in ${address.city}`
  const isFree = prices.every(({ amountType }) => amountType === 'free')
  return isFree ? `and ${place}` : `${place}, and the test card ${card}`
}

function useTestCheckout({ product, buyer }: TestPurchaseProps): () => Promise<void> {
  const { id: organizationId } = useOrganization()
  const change = useChange()
  return async () => {
    const body = {
      organizationId,
      products: [product.id],
      customerName: buyer.name,
      customerEmail: buyer.email,
      customerBillingAddress: address,
    }
    const { url } = await change(() => api.call(createCheckout, { body }))
    const opened = new URL(url)
    opened.searchParams.set('test_card', card.replaceAll(' ', ''))
    window.location.assign(opened)
  }
}

const messages: Messages = {
  NotPermitted: 'Your role changed. Only owners and admins can create checkouts.',
}
