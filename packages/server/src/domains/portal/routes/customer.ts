import * as contract from '@guildhall/contract/portal/customer'
import { Problem } from '../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import {
  type CustomerRow,
  customerWork,
  findCustomerIn,
  type StandingSession,
} from '../../customers/index.ts'
import { changeSelf } from '../actions/change-self.ts'
import type { PortalParts } from '../actions/parts.ts'
import { presentToCustomer } from '../actions/present-to-customer.ts'

/** What a customer says of themselves. */
export const customerRoutes = (parts: PortalParts): readonly EndpointRoute[] => [
  getRoute(parts),
  updateRoute(parts),
]

const getRoute = (parts: PortalParts) =>
  serve(contract.getPortalCustomer, async ({ caller }) =>
    presentToCustomer(await customerOf(parts, caller)),
  )

const updateRoute = (parts: PortalParts) =>
  serve(contract.updatePortalCustomer, async (call) => {
    const customer = await customerOf(parts, call.caller)
    return customerWork(parts, call.caller, async (unit) =>
      call.finish(unit, presentToCustomer(await changeSelf(unit, customer, call.body))),
    )
  })

/** Who was deleted a moment ago is let in no more. */
async function customerOf(
  { workshop }: PortalParts,
  { organizationId, customerId }: StandingSession,
): Promise<CustomerRow> {
  const found = await findCustomerIn(workshop.database.kysely, [organizationId], customerId)
  if (found === undefined) throw new Problem('invalid_customer_session')
  return found
}
