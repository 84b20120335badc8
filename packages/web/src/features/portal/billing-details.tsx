import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PostalAddress } from '#/entities/address/postal-address.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { useKeptFocus } from '#/lib/use-kept-focus.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { BillingForm } from './forms.tsx'
import { customerQuery, type PortalCustomer } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

/** The billing details on future invoices. */
export function BillingDetails() {
  const { api } = usePortal()
  const { data, error } = useQuery(customerQuery(api))
  return (
    <Card
      title="Billing details"
      description="Used for taxes and shown on future invoices, also of your subscriptions."
    >
      {error && <Banner tone="bad">{failureMessage(error)}</Banner>}
      {!error && !data && (
        <div aria-busy="true">
          <Skeleton className="h-20" />
        </div>
      )}
      {data && <Details customer={data} />}
    </Card>
  )
}

function Details({ customer }: { customer: PortalCustomer }) {
  const { name, billingAddress, taxId } = customer
  const [isOpen, setOpen] = useState(false)
  useKeptFocus(isOpen)
  if (isOpen) return <BillingForm customer={customer} onClose={() => setOpen(false)} />
  const isEmpty = name === null && billingAddress === null && taxId === null
  return (
    <div className="flex items-start justify-between gap-4 text-s">
      <div className="grid min-w-0 gap-1">
        {isEmpty && <p className="text-ink-2">None yet.</p>}
        <PostalAddress name={name} address={billingAddress} />
        {taxId && <p className="wrap-anywhere">Tax ID: {taxId[0]}</p>}
      </div>
      <Button size="s" aria-label="Edit billing details" onClick={() => setOpen(true)}>
        Edit
      </Button>
    </div>
  )
}
