import type { Id } from '@guildhall/contract/primitives'
import { hashSecret, hasSecretShape, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { lockPaidPurchase } from '../../checkout/actions/paid-purchase.ts'
import { fillCustomer } from '../../customers/actions/find-or-create-customer.ts'
import { claimCustomerEmail } from '../../customers/actions/update-customer.ts'
import { findSessionBySecret } from '../../customers/store/customer-sessions.ts'
import { type CustomerRow, lockCustomer } from '../../customers/store/customers.ts'
import { acceptPurchase } from '../../subscriptions/actions/accept-subscription.ts'
import type { PortalDeps } from './deps.ts'

interface Purchase {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly checkoutId: Id<'checkout'>
}

/** The purchase that a session shows; null if the token is not that of a valid purchase session. */
export async function findPurchase(
  { tx }: UnitOfWork,
  { clock, uowFactory }: Pick<PortalDeps, 'clock' | 'uowFactory'>,
  token: string,
): Promise<Purchase | null> {
  if (!hasSecretShape(secretPrefixes.customerSession, token)) return null
  const session = await findSessionBySecret(tx, {
    hash: hashSecret(token),
    now: clock.now(),
    isDistributed: uowFactory.database.isDistributed,
  })
  if (session?.checkoutId == null) return null
  const { organizationId, customerId, checkoutId } = session
  return { organizationId, customerId, checkoutId }
}

/**
 * The customer of the purchase, locked, if it has the address to which the code was mailed: a
 * customer who claims the address may be another.
 */
export async function lockBuyer(
  { tx }: UnitOfWork,
  { organizationId, email }: CustomerRow,
  purchase: Purchase,
): Promise<CustomerRow | null> {
  if (purchase.organizationId !== organizationId) return null
  const buyer = await lockCustomer(tx, { organizationId, id: purchase.customerId })
  const hasAddress = buyer?.email.toLowerCase() === email.toLowerCase()
  return buyer !== undefined && hasAddress ? buyer : null
}

/**
 * The holder of the session of a purchase has made it, so with the code they have shown that buyer
 * and customer are the same person: the address, the subscription, its card and their details
 * become the customer’s. The lock on the checkout makes a purchase that is just being finished wait
 * or be found. The customer must be locked.
 */
export async function claimPurchase(
  uow: UnitOfWork,
  customer: CustomerRow,
  { organizationId, checkoutId }: Purchase,
): Promise<void> {
  await claimCustomerEmail(uow, customer)
  const details = await lockPaidPurchase(uow, { organizationId, id: checkoutId })
  if (details === undefined) return
  await acceptPurchase(uow, { organizationId, customerId: customer.id, checkoutId })
  await fillCustomer(uow, customer, details)
}
