import { updateCustomer } from '@guildhall/contract/customers/customers'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { customerName } from '../../lib/customer-name.ts'
import { useChange } from '../../lib/use-change.ts'
import { useToast } from '../../ui/toast.tsx'
import { CustomerDialog } from './customer-dialog.tsx'
import type { Customer } from './customer-queries.ts'
import { type CustomerWish, customerChanges, wishOf } from './customer-wish.ts'

interface EditCustomerDialogProps {
  customer: Customer
  onClose: () => void
}

export function EditCustomerDialog({ customer, onClose }: EditCustomerDialogProps) {
  // As they were when the form was opened: news meanwhile are no change of who types.
  const [before] = useState(() => wishOf(customer))
  const change = useChange()
  const toast = useToast()
  const save = async (typed: CustomerWish) => {
    const body = customerChanges(before, typed)
    if (Object.keys(body).length > 0) {
      const params = { id: customer.id }
      const saved = await change(() => api.call(updateCustomer, { params, body }))
      toast({ title: `${customerName(saved)} is saved` })
    }
    onClose()
  }
  return (
    <CustomerDialog
      title={`Edit ${customerName(customer)}`}
      description="Another e-mail address counts as not verified."
      submit="Save"
      start={before}
      isExternalIdFixed={customer.externalId !== null}
      save={save}
      onClose={onClose}
    />
  )
}
