import { assert } from '../../../kernel/assert.ts'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  createCustomerSession,
  openCustomerSession,
} from '../../customers/actions/create-customer-session.ts'
import type { CustomerRow } from '../../customers/store/customers.ts'
import { purchaseToShow } from '../rules/portal-access.ts'
import type { CheckoutRow } from '../store/checkouts.ts'
import type { CheckoutDeps } from './deps.ts'

/** Returns the token of a session of the buyer. */
export async function openPortalSession(
  uow: UnitOfWork,
  deps: CheckoutDeps,
  row: CheckoutRow,
): Promise<string> {
  const { organizationId, customerId } = row
  assert(customerId !== null, 'a confirmed checkout has a customer')
  const input = { organizationId, key: { id: customerId }, field: 'customer_id' }
  const { token } = await createCustomerSession(uow, deps, { ...input, ...sessionFor(row) })
  return token
}

/** The same for callers that have locked the customer. */
export async function openPortalSessionOf(
  uow: UnitOfWork,
  row: CheckoutRow,
  customer: CustomerRow,
): Promise<string> {
  const session = sessionFor(row)
  await openCustomerSession(uow, customer, session)
  return session.made.secret
}

const sessionFor = (row: CheckoutRow) => ({
  made: makeSecret(secretPrefixes.customerSession),
  checkoutId: purchaseToShow(row),
})
