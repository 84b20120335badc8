import { updateCustomer } from '@guildhall/contract/customers/customers'
import { useState } from 'react'
import { customerName } from '#/entities/customer/customer-name.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { useToast } from '#/ui/toast.tsx'
import { CustomerDialog } from './customer-dialog.tsx'
import { type CustomerDraft, customerChanges, draftOf } from './customer-draft.ts'
import type { Customer } from './customer-queries.ts'

interface EditCustomerDialogProps {
  customer: Customer
  onClose: () => void
}

export function EditCustomerDialog({ customer, onClose }: EditCustomerDialogProps) {
  // The values when the form was opened, so that later updates don’t count as the user’s changes.
  const [before] = useState(() => draftOf(customer))
  const change = useChange()
  const toast = useToast()
  const save = async (typed: CustomerDraft) => {
    const body = customerChanges(before, typed)
    if (Object.keys(body).length > 0) {
      const params = { id: customer.id }
      const saved = await change(() => api.call(updateCustomer, { params, body }))
      toast({ title: `${customerName(saved)} saved` })
    }
    onClose()
  }
  return (
    <CustomerDialog
      title={`Edit ${customerName(customer)}`}
      description="A new email address must be verified again."
      submit="Save"
      start={before}
      isExternalIdFixed={customer.externalId !== null}
      save={save}
      onClose={onClose}
    />
  )
}
