import { Problem } from '../../../kernel/refusal.ts'
import { findCheckoutIn } from '../../checkout/store/checkouts.ts'
import type { PortalViewer } from '../../customers/store/customer-sessions.ts'
import { findCustomerIn } from '../../customers/store/customers.ts'
import type { PortalDeps } from './deps.ts'

/**
 * The email address of a session. In a purchase session it is spelled as it was typed, because the
 * spelling of a known customer would tell that they are one.
 */
export async function addressOf(
  { uowFactory }: PortalDeps,
  { organizationId, customerId, checkoutId }: PortalViewer,
): Promise<string | null> {
  const { kysely } = uowFactory.database
  if (checkoutId === null) {
    const customer = await findCustomerIn(kysely, [organizationId], customerId)
    if (customer === undefined) throw new Problem('invalid_customer_session')
    return customer.email
  }
  const checkout = await findCheckoutIn(kysely, [organizationId], checkoutId)
  return checkout?.row.customerEmail ?? null
}
