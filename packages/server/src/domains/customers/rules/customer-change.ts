import type { getCustomer, updateCustomer } from '@guildhall/contract/customers/customers'
import type { BodyOf, ResponseOf } from '@guildhall/contract/operation'
import { isSame } from '../../../kernel/json-equality.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

type CurrentCustomer = ResponseOf<typeof getCustomer>

export type CustomerUpdate = BodyOf<typeof updateCustomer>

type Changeable =
  | 'email'
  | 'emailVerified'
  | 'externalId'
  | 'name'
  | 'billingAddress'
  | 'taxId'
  | 'metadata'

export type CustomerChange = Partial<Pick<CurrentCustomer, Changeable>>

/** The fields that differ. Absent fields stay; null clears the nullable ones. */
export function decideChange(
  customer: CurrentCustomer,
  update: CustomerUpdate,
): CustomerChange | Refusal<'customer_external_id_fixed'> {
  const { externalId, email } = update
  if (externalId !== undefined && ![null, externalId].includes(customer.externalId)) {
    return refuse('customer_external_id_fixed', { loc: ['body', 'external_id'] })
  }
  return {
    ...(email != null && email !== customer.email && emailChange(customer, email)),
    ...(externalId != null && externalId !== customer.externalId && { externalId }),
    ...detailsChange(customer, update),
  }
}

/** A change of case only keeps the address verified. */
const emailChange = (customer: CurrentCustomer, email: string): CustomerChange =>
  isSameAddress(email, customer.email) ? { email } : { email, emailVerified: false }

/** Compared like the index. */
export const isSameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

function detailsChange(
  customer: CurrentCustomer,
  { name, billingAddress, taxId, metadata }: CustomerUpdate,
): CustomerChange {
  const requested = metadata === null ? {} : metadata
  return {
    ...(name !== undefined && name !== customer.name && { name }),
    ...(billingAddress !== undefined &&
      !isSame(billingAddress, customer.billingAddress) && { billingAddress }),
    ...(taxId !== undefined && !isSame(taxId, customer.taxId) && { taxId }),
    ...(requested !== undefined &&
      !isSame(requested, customer.metadata) && { metadata: requested }),
  }
}
