import type { getCustomer, updateCustomer } from '@guildhall/contract/customers/customers'
import type { AnswerOf, BodyOf } from '@guildhall/contract/endpoint'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { isSame } from '../../../kernel/sameness.ts'

type Known = AnswerOf<typeof getCustomer>

export type CustomerWish = BodyOf<typeof updateCustomer>

type Changeable =
  | 'email'
  | 'emailVerified'
  | 'externalId'
  | 'name'
  | 'billingAddress'
  | 'taxId'
  | 'metadata'

export type CustomerChange = Partial<Pick<Known, Changeable>>

/** What of a wish makes a difference. Absent keeps, null clears what can be empty. */
export function decideChange(
  customer: Known,
  wish: CustomerWish,
): CustomerChange | Refusal<'customer_external_id_fixed'> {
  const { externalId, email } = wish
  if (externalId !== undefined && ![null, externalId].includes(customer.externalId)) {
    return refuse('customer_external_id_fixed', { loc: ['body', 'external_id'] })
  }
  return {
    ...(email != null && email !== customer.email && emailChange(customer, email)),
    ...(externalId != null && externalId !== customer.externalId && { externalId }),
    ...detailsChange(customer, wish),
  }
}

/** Another spelling of the same address proves as much. */
const emailChange = (customer: Known, email: string): CustomerChange =>
  email.toLowerCase() === customer.email.toLowerCase() ? { email } : { email, emailVerified: false }

function detailsChange(
  customer: Known,
  { name, billingAddress, taxId, metadata }: CustomerWish,
): CustomerChange {
  const wanted = metadata === null ? {} : metadata
  return {
    ...(name !== undefined && name !== customer.name && { name }),
    ...(billingAddress !== undefined &&
      !isSame(billingAddress, customer.billingAddress) && { billingAddress }),
    ...(taxId !== undefined && !isSame(taxId, customer.taxId) && { taxId }),
    ...(wanted !== undefined && !isSame(wanted, customer.metadata) && { metadata: wanted }),
  }
}
