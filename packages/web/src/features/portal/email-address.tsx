import { confirmPortalEmail, updatePortalCustomer } from '@guildhall/contract/portal/customer'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '#/lib/failure-message.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { useToast } from '#/ui/toast.tsx'
import { AddressForm, CodeForm } from './forms.tsx'
import { customerQuery, type PortalCustomer, usePortalChange } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

/** A new address replaces the former one when the code that was mailed to it is entered. */
export function EmailAddress() {
  const { api } = usePortal()
  const { data: customer } = useQuery(customerQuery(api))
  if (customer === undefined) return null
  const { pendingEmail } = customer
  return (
    <Card
      title="Email address"
      description={
        pendingEmail === null
          ? 'For signing in and for messages about your purchases.'
          : `A code is on its way to ${pendingEmail}. Until you enter it, your address stays ${customer.email}.`
      }
    >
      {pendingEmail === null ? (
        <ChangeAddress customer={customer} />
      ) : (
        <ConfirmAddress customer={customer} />
      )}
    </Card>
  )
}

interface PartProps {
  customer: PortalCustomer
}

function ChangeAddress({ customer }: PartProps) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <AddressForm customer={customer} onCancel={() => setOpen(false)} />
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <span className="min-w-0 wrap-anywhere">{customer.email}</span>
      <Button size="s" onClick={() => setOpen(true)}>
        Change address
      </Button>
    </div>
  )
}

function ConfirmAddress({ customer: { email, pendingEmail } }: PartProps) {
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  const confirm = async (code: string) => {
    await change(() => api.call(confirmPortalEmail, { body: { code } }))
    toast({ title: `Your address is now ${pendingEmail}` })
  }
  const withdraw = async () => {
    try {
      await change(() => api.call(updatePortalCustomer, { body: { email } }))
    } catch (error) {
      toast({ tone: 'bad', title: failureMessage(error) })
    }
  }
  return (
    <CodeForm
      submit="Confirm"
      send={confirm}
      back={<Button onClick={() => void withdraw()}>Keep the old address</Button>}
    />
  )
}
