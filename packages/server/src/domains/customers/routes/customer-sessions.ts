import * as contract from '@guildhall/contract/customers/sessions'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { resolveOrganization, sellerUnitOfWork } from '../../organizations/actions/seller.ts'
import { createCustomerSession } from '../actions/create-customer-session.ts'
import type { CustomerDeps } from '../actions/deps.ts'
import { endCustomerSessions } from '../actions/end-customer-sessions.ts'
import { resolveCustomer } from '../rules/resolve-customer.ts'
import { requireCustomer } from './require-customer.ts'

export const customerSessionRoutes = (deps: CustomerDeps): readonly OperationRoute[] => [
  createRoute(deps),
  endRoute(deps),
]

const createRoute = (deps: CustomerDeps) =>
  serve(contract.createCustomerSession, async (call) => {
    const { caller, body } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    const made = makeSecret(secretPrefixes.customerSession)
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      const input = { ...resolveCustomer(body), organizationId, made, checkoutId: null }
      return call.finish(uow, await createCustomerSession(uow, deps, input))
    })
  })

const endRoute = (deps: CustomerDeps) =>
  serve(contract.endCustomerSessions, async (call) => {
    const { caller, params } = call
    const customer = await requireCustomer(deps, caller, params.id)
    await sellerUnitOfWork(deps, caller, customer.organizationId, async (uow) => {
      await endCustomerSessions(uow, customer)
      await call.finish(uow, undefined)
    })
  })
