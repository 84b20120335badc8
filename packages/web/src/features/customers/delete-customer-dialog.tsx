import { deleteCustomer } from '@guildhall/contract/customers/customers'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { customerName } from '../../lib/customer-name.ts'
import { failureWords, type Words } from '../../lib/failure-words.ts'
import { useChange } from '../../lib/use-change.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
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
    try {
      await change(async () => {
        await api.call(deleteCustomer, { params: { id: customer.id } })
        // Away from here first: what is asked anew would be about nobody.
        await navigate({ to: '/dashboard/$slug/customers', params: { slug } })
      })
    } catch (error) {
      throw new Error(failureWords(error, words), { cause: error })
    }
    toast({ title: `${name} is deleted` })
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Delete ${name}?`}
      effects={[
        'Nobody finds them any more, neither here nor by the API.',
        'Their portal links stop working at once.',
        'What they bought stays in your books.',
        freed(customer),
        'This can’t be taken back.',
      ]}
      confirm="Delete"
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}

const freed = ({ email, externalId }: Customer): string =>
  externalId === null
    ? `The address ${email} is free for a new customer.`
    : `The address ${email} and the external id ${externalId} are free for a new customer.`

const words: Words = {
  NotPermitted: 'Your role changed: only owners and admins delete customers.',
  ResourceNotFound: 'This customer is no longer here. Somebody else was quicker.',
}
