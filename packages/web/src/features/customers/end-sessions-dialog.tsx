import { endCustomerSessions } from '@guildhall/contract/customers/sessions'
import { customerName } from '#/entities/customer/customer-name.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import type { Messages } from '#/lib/failure-message.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { Customer } from './customer-queries.ts'

interface EndSessionsDialogProps {
  customer: Customer
  onClose: () => void
}

export function EndSessionsDialog({ customer, onClose }: EndSessionsDialogProps) {
  const change = useChange()
  const toast = useToast()
  const name = customerName(customer)
  const end = async () => {
    await change(() => api.call(endCustomerSessions, { params: { id: customer.id } }))
    toast({ title: `All sessions of ${name} ended` })
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`End all sessions of ${name}?`}
      effects={[
        'Everyone who is signed in to the portal as this customer is signed out immediately.',
        'Portal links that were created before stop working.',
        `They can sign in again with a code that is mailed to ${customer.email}.`,
      ]}
      confirm="End sessions"
      messages={messages}
      onConfirm={end}
      onOpenChange={onClose}
    />
  )
}

const messages: Messages = {
  NotPermitted: 'Your role changed. Only owners and admins can end sessions.',
  ResourceNotFound: 'This customer was just deleted.',
}
