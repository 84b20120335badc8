import * as contract from '@guildhall/contract/portal/customer'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  type CustomerCaller,
  type CustomerRow,
  customerUnitOfWork,
  findCustomerIn,
  presentCustomer,
} from '../../customers/index.ts'
import type { PortalDeps } from '../actions/deps.ts'
import { updatePortalCustomer } from '../actions/update-customer.ts'
import { presentPortalCustomer } from '../present/customer.ts'

export const customerRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  getRoute(deps),
  updateRoute(deps),
]

const getRoute = (deps: PortalDeps) =>
  serve(contract.getPortalCustomer, async ({ caller }) =>
    shownCustomer(await customerOf(deps, caller)),
  )

const updateRoute = (deps: PortalDeps) =>
  serve(contract.updatePortalCustomer, async (call) => {
    const customer = await customerOf(deps, call.caller)
    return customerUnitOfWork(deps, call.caller, async (uow) =>
      call.finish(uow, shownCustomer(await updatePortalCustomer(uow, customer, call.body))),
    )
  })

/** Refuses customers who were deleted meanwhile. */
async function customerOf(
  { uowFactory }: PortalDeps,
  { organizationId, customerId }: CustomerCaller,
): Promise<CustomerRow> {
  const found = await findCustomerIn(uowFactory.database.kysely, [organizationId], customerId)
  if (found === undefined) throw new Problem('invalid_customer_session')
  return found
}

const shownCustomer = (row: CustomerRow) => presentPortalCustomer(presentCustomer(row))
