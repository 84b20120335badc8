import { introspectPortalSession } from '@guildhall/contract/portal/session'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { findCheckoutIn } from '../../checkout/index.ts'
import { findCustomerIn, type PortalCaller } from '../../customers/index.ts'
import type { PortalDeps } from '../actions/deps.ts'

export const sessionRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  serve(introspectPortalSession, async ({ caller }) => {
    const { expiresAt, checkoutId } = caller
    return { expiresAt, checkoutId, email: await addressOf(deps, caller) }
  }),
]

/** As it was typed: the spelling of a known customer would tell that they are one. */
async function addressOf(
  { uowFactory }: PortalDeps,
  { organizationId, customerId, checkoutId }: PortalCaller,
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
