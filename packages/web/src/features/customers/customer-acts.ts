import { deleteCustomer } from '@guildhall/contract/customers/customers'
import { customerName } from '#/entities/customer/customer-name.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { formatCount } from '#/lib/format.ts'
import type { ManyAct } from '#/ui/many-dialog.tsx'
import type { Selection } from '#/ui/selection-bar.tsx'
import type { Customer } from './customer-queries.ts'

/** What can be done with several customers at once; nothing for read-only members. */
export function useCustomerSelection(): Selection<Customer> | undefined {
  const { role } = useOrganization()
  const change = useChange()
  if (!mayIn(role, 'customers', 'write')) return undefined
  return { nameOf: customerName, acts: [deleteAct], change }
}

const counted = (count: number) => (count === 1 ? '1 customer' : `${formatCount(count)} customers`)

const deleteAct: ManyAct<Customer> = {
  label: 'Delete',
  destructive: true,
  isPossible: () => true,
  title: (count) => `Delete ${counted(count)}?`,
  effects: [
    'They no longer appear here or in the API, and their portal links stop working immediately.',
    'Their subscriptions end immediately, without a last invoice or a refund.',
    'Their orders are kept. Customers with a balance aren’t deleted.',
    'This can’t be undone.',
  ],
  run: ({ id }) => api.call(deleteCustomer, { params: { id } }),
  done: (count) => `${counted(count)} deleted`,
  messages: {
    NotPermitted: 'Your role changed. Only owners and admins can delete customers.',
    ResourceNotFound: 'This customer was already deleted.',
    CustomerHasBalance:
      'The customer has a balance. Pay it out or adjust it first, or forfeit it on the customer’s page.',
  },
}
