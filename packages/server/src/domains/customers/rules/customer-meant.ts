import type { createCustomerSession } from '@guildhall/contract/customers/sessions'
import type { BodyOf } from '@guildhall/contract/endpoint'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'

type Wish = Omit<BodyOf<typeof createCustomerSession>, 'organizationId'>

export interface CustomerMeant {
  readonly key: { readonly id: Id<'customer'> } | { readonly externalId: string }
  /** Where it was said. */
  readonly field: string
}

/** Whom a body names, in whichever of the three ways. */
export function customerMeant(wish: Wish): CustomerMeant {
  const { customerId, customerExternalId, externalCustomerId } = wish
  if (customerId != null) return { key: { id: customerId }, field: 'customer_id' }
  if (customerExternalId != null) {
    return { key: { externalId: customerExternalId }, field: 'customer_external_id' }
  }
  assert(externalCustomerId != null, 'the contract wants one of the three')
  return { key: { externalId: externalCustomerId }, field: 'external_customer_id' }
}
