import { createCustomer } from '@guildhall/contract/customers/customers'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { customerName } from '../../lib/customer-name.ts'
import { mayIn } from '../../lib/roles.ts'
import { useChange } from '../../lib/use-change.ts'
import { PrimaryAction } from '../../ui/primary-action.tsx'
import { useToast } from '../../ui/toast.tsx'
import { CustomerDialog } from './customer-dialog.tsx'
import { type CustomerWish, customerOf, wishOf } from './customer-wish.ts'

/** The page's primary action; for who may not create customers it isn't there. */
export function CreateCustomerButton() {
  const { role } = useOrganization()
  return mayIn(role, 'customers', 'write') ? <Create /> : null
}

function Create() {
  const { id: organizationId, slug } = useOrganization()
  const change = useChange()
  const navigate = useNavigate()
  const toast = useToast()
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
    <PrimaryAction
      label="Create customer"
      dialog={(close) => (
        <CustomerDialog
          title="Create a customer"
          description="Customers come by themselves when they buy. Create one to sell by hand, or to bring who was yours before."
          submit="Create customer"
          start={wishOf(null)}
          save={create}
          onClose={close}
        />
      )}
    />
  )
}
