import type { createCustomerSession } from '@guildhall/contract/customers/sessions'
import type { BodyOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'

type CustomerFields = Omit<BodyOf<typeof createCustomerSession>, 'organizationId'>

export interface CustomerReference {
  readonly key: { readonly id: Id<'customer'> } | { readonly externalId: string }
  /** The field of the body that names the customer. */
  readonly field: string
}

export function resolveCustomer(body: CustomerFields): CustomerReference {
  const { customerId, customerExternalId, externalCustomerId } = body
  if (customerId != null) return { key: { id: customerId }, field: 'customer_id' }
  if (customerExternalId != null) {
    return { key: { externalId: customerExternalId }, field: 'customer_external_id' }
  }
  assert(externalCustomerId != null, 'the contract requires one of the three')
  return { key: { externalId: externalCustomerId }, field: 'external_customer_id' }
}
