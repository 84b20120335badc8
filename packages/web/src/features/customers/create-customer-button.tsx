import { createCustomer } from '@guildhall/contract/customers/customers'
import { useNavigate } from '@tanstack/react-router'
import { customerName } from '#/entities/customer/customer-name.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { PrimaryAction } from '#/ui/primary-action.tsx'
import { useToast } from '#/ui/toast.tsx'
import { CustomerDialog } from './customer-dialog.tsx'
import { type CustomerDraft, customerOf, draftOf } from './customer-draft.ts'

/** The page's primary action, hidden from members who can't create customers. */
export function CreateCustomerButton() {
  const { role } = useOrganization()
  return mayIn(role, 'customers', 'write') ? <Create /> : null
}

function Create() {
  const { id: organizationId, slug } = useOrganization()
  const change = useChange()
  const navigate = useNavigate()
  const toast = useToast()
  const create = async (draft: CustomerDraft) => {
    const body = { ...customerOf(draft), organizationId }
    const created = await change(() => api.call(createCustomer, { body }))
    toast({ title: `${customerName(created)} created` })
    await navigate({
      to: '/dashboard/$slug/customers/$customerId',
      params: { slug, customerId: created.id },
      // Everything is saved.
      ignoreBlocker: true,
    })
  }
  return (
    <PrimaryAction
      label="Create customer"
      dialog={(close) => (
        <CustomerDialog
          title="Create a customer"
          description="Customers are created when they buy. You can also create them manually, for example to import existing customers."
          submit="Create customer"
          start={draftOf(null)}
          save={create}
          onClose={close}
        />
      )}
    />
  )
}
