import { deleteCustomer } from '@guildhall/contract/customers/customers'
import { useNavigate } from '@tanstack/react-router'
import { customerName } from '#/entities/customer/customer-name.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import type { Messages } from '#/lib/failure-message.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { Customer } from './customer-queries.ts'

interface DeleteCustomerDialogProps {
  customer: Customer
  onClose: () => void
}

export function DeleteCustomerDialog({ customer, onClose }: DeleteCustomerDialogProps) {
  const { slug } = useOrganization()
  const change = useChange()
  const navigate = useNavigate()
  const toast = useToast()
  const name = customerName(customer)
  const remove = async () => {
    await change(async () => {
      await api.call(deleteCustomer, { params: { id: customer.id } })
      // Navigates away first: refetching the deleted customer would fail.
      await navigate({ to: '/dashboard/$slug/customers', params: { slug } })
    })
    toast({ title: `${name} deleted` })
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Delete ${name}?`}
      effects={[
        'The customer no longer appears here or in the API.',
        'Their portal links stop working immediately.',
        'Their orders are kept.',
        freed(customer),
        'This can’t be undone.',
      ]}
      confirm="Delete"
      messages={messages}
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}

const freed = ({ email, externalId }: Customer): string =>
  externalId === null
    ? `The address ${email} can be used for a new customer.`
    : `The address ${email} and the external ID ${externalId} can be used for a new customer.`

const messages: Messages = {
  NotPermitted: 'Your role changed. Only owners and admins can delete customers.',
  ResourceNotFound: 'This customer was already deleted.',
}
