import { assert } from '../../../kernel/assert.ts'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  type CustomerRow,
  createCustomerSession,
  openCustomerSession,
} from '../../customers/index.ts'
import { mayEnterPortal } from '../rules/portal-access.ts'
import type { CheckoutRow } from '../store/checkouts.ts'
import type { CheckoutDeps } from './deps.ts'

/** Returns the token of a session of the buyer; empty where they may not enter the portal. */
export async function openPortalSession(
  uow: UnitOfWork,
  deps: CheckoutDeps,
  row: CheckoutRow,
): Promise<string> {
  const { organizationId, customerId } = row
  assert(customerId !== null, 'a confirmed checkout has a customer')
  if (!mayEnterPortal(row)) return ''
  const made = makeSecret(secretPrefixes.customerSession)
  const input = { organizationId, key: { id: customerId }, field: 'customer_id', made }
  const { token } = await createCustomerSession(uow, deps, input)
  return token
}

/** The same for callers that have locked the customer. */
export async function openPortalSessionOf(
  uow: UnitOfWork,
  row: CheckoutRow,
  customer: CustomerRow,
): Promise<string> {
  if (!mayEnterPortal(row)) return ''
  const made = makeSecret(secretPrefixes.customerSession)
  await openCustomerSession(uow, customer, made)
  return made.secret
}
