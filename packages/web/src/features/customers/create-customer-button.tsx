import { createCustomer } from '@guildhall/contract/customers/customers'
import { useNavigate } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { customerName } from '../../lib/customer-name.ts'
import { mayIn } from '../../lib/roles.ts'
import { useChange } from '../../lib/use-change.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { CustomerDialog } from './customer-dialog.tsx'
import { type CustomerWish, customerOf, wishOf } from './customer-wish.ts'

/** The page's primary action; for who may not create customers it isn't there. */
export function CreateCustomerButton() {
  const { role } = useOrganization()
  return mayIn(role, 'customers', 'write') ? <Create /> : null
}

function Create() {
  const { id: organizationId, slug } = useOrganization()
  const [isOpen, setOpen] = useState(false)
  const change = useChange()
  const navigate = useNavigate()
  const toast = useToast()
  useShortcut('c', () => setOpen(true))
  const create = async (wish: CustomerWish) => {
    const body = { ...customerOf(wish), organizationId }
    const created = await change(() => api.call(createCustomer, { body }))
    toast({ title: `${customerName(created)} is a customer now` })
    await navigate({
      to: '/dashboard/$slug/customers/$customerId',
      params: { slug, customerId: created.id },
      // All of it is saved.
      ignoreBlocker: true,
    })
  }
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" /> Create customer
      </Button>
      {isOpen && (
        <CustomerDialog
          title="Create a customer"
          description="Customers come by themselves when they buy. Create one to sell by hand, or to bring who was yours before."
          submit="Create customer"
          start={wishOf(null)}
          save={create}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
