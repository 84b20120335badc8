import * as contract from '@guildhall/contract/portal/customer'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { customerUnitOfWork } from '../../customers/actions/customer-unit-of-work.ts'
import type { CustomerCaller } from '../../customers/store/customer-sessions.ts'
import { type CustomerRow, findCustomerIn } from '../../customers/store/customers.ts'
import { confirmEmail } from '../actions/confirm-email.ts'
import type { PortalDeps } from '../actions/deps.ts'
import { limitEmailChanges } from '../actions/request-email-change.ts'
import { showPortalCustomer } from '../actions/show-customer.ts'
import { updatePortalCustomer } from '../actions/update-customer.ts'
import { decideEmail } from '../rules/email-change.ts'

export const customerRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  getRoute(deps),
  updateRoute(deps),
  confirmEmailRoute(deps),
]

const getRoute = (deps: PortalDeps) =>
  serve(contract.getPortalCustomer, async ({ caller }) => {
    const { kysely } = deps.uowFactory.database
    return showPortalCustomer(kysely, deps, await customerOf(deps, caller))
  })

const updateRoute = (deps: PortalDeps) =>
  serve(contract.updatePortalCustomer, async (call) => {
    const { caller, body } = call
    const customer = await customerOf(deps, caller)
    const { moveTo } = decideEmail(customer, body.email ?? null)
    if (moveTo !== null) await limitEmailChanges(deps, { id: customer.id, email: moveTo })
    return customerUnitOfWork(deps, caller, async (uow) => {
      const updated = await updatePortalCustomer(uow, deps, { caller, body })
      return call.finish(uow, await showPortalCustomer(uow.tx, deps, updated))
    })
  })

const confirmEmailRoute = (deps: PortalDeps) =>
  serve(contract.confirmPortalEmail, async ({ caller, body: { code } }) => {
    const shown = await customerUnitOfWork(deps, caller, async (uow) => {
      const moved = await confirmEmail(uow, deps, { caller, code })
      return moved && showPortalCustomer(uow.tx, deps, moved)
    })
    if (shown === null) throw new Problem('portal_email_code_invalid', { loc: ['body', 'code'] })
    return shown
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
