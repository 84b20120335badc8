import { deleteCustomer } from '@guildhall/contract/customers/customers'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { customerName } from '#/entities/customer/customer-name.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import type { Messages } from '#/lib/failure-message.ts'
import { formatMoney } from '#/lib/format.ts'
import { Checkbox } from '#/ui/checkbox.tsx'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import { type CustomerBalance, customerBalanceQuery } from './customer-balance-queries.ts'
import type { Customer } from './customer-queries.ts'

interface DeleteCustomerDialogProps {
  customer: Customer
  onClose: () => void
}

export function DeleteCustomerDialog({ customer, onClose }: DeleteCustomerDialogProps) {
  const { id: organizationId, slug } = useOrganization()
  const change = useChange()
  const navigate = useNavigate()
  const toast = useToast()
  const name = customerName(customer)
  const { data: balances = [] } = useQuery(customerBalanceQuery(organizationId, customer.id))
  const [isErased, setErased] = useState(false)
  const left = balances.filter(({ balance }) => balance !== 0)
  const remove = async () => {
    await change(async () => {
      const query = { forfeitBalance: left.length > 0, anonymize: isErased }
      await api.call(deleteCustomer, { params: { id: customer.id }, query })
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
        ...left.map(forfeited),
        'The customer no longer appears here or in the API.',
        'Their portal links stop working immediately.',
        'Their subscriptions end immediately, without a last invoice or a refund.',
        isErased ? erased : 'Their orders are kept.',
        freed(customer),
        'This can’t be undone.',
      ]}
      confirm={left.length > 0 ? 'Forfeit and delete' : 'Delete'}
      messages={messages}
      onConfirm={remove}
      onOpenChange={onClose}
    >
      <Checkbox
        label="Erase personal data"
        hint="For somebody who asks you to forget them."
        checked={isErased}
        onChange={(event) => setErased(event.target.checked)}
      />
    </ConfirmDialog>
  )
}

const forfeited = ({ balance, currency }: CustomerBalance): string =>
  balance > 0
    ? `Their credit of ${formatMoney(balance, currency.toUpperCase())} is forfeited to you. What came from their payments can be paid out before.`
    : `The ${formatMoney(Math.abs(balance), currency.toUpperCase())} that they owe is written off.`

const erased =
  'Name, addresses, cards, metadata and what events say of them are erased once nothing of them is under way. Orders keep what invoices have to say.'

const freed = ({ email, externalId }: Customer): string =>
  externalId === null
    ? `The address ${email} can be used for a new customer.`
    : `The address ${email} and the external ID ${externalId} can be used for a new customer.`

const messages: Messages = {
  NotPermitted: 'Your role changed. Only owners and admins can delete customers.',
  ResourceNotFound: 'This customer was already deleted.',
}
