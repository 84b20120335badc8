import { hashSecret, hasSecretShape, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { lockPaidPurchase } from '../../checkout/index.ts'
import { type CustomerRow, fillCustomer, findSessionBySecret } from '../../customers/index.ts'
import { acceptPurchase } from '../../subscriptions/index.ts'
import type { PortalDeps } from './deps.ts'

interface Claim {
  /** Locked, and has just entered a mailed code. */
  readonly customer: CustomerRow
  /** Of the purchase session in which they did. */
  readonly token: string
}

/**
 * The holder of the session of a purchase has made it, so with the code they have shown that buyer and
 * customer are the same person: the subscription, its card and their details become the customer’s. The lock on the checkout makes a purchase that is just being
 * finished wait or be found.
 */
export async function claimPurchase(
  uow: UnitOfWork,
  { clock }: Pick<PortalDeps, 'clock'>,
  { customer, token }: Claim,
): Promise<void> {
  if (!hasSecretShape(secretPrefixes.customerSession, token)) return
  const session = await findSessionBySecret(uow.tx, hashSecret(token), clock.now())
  if (session?.checkoutId == null || session.customerId !== customer.id) return
  const { organizationId, checkoutId } = session
  const details = await lockPaidPurchase(uow, { organizationId, id: checkoutId })
  if (details === undefined) return
  await acceptPurchase(uow, { organizationId, customerId: customer.id, checkoutId })
  await fillCustomer(uow, customer, details)
}
