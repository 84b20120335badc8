import * as contract from '@guildhall/contract/customers/sessions'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { resolveOrganization, sellerUnitOfWork } from '../../organizations/index.ts'
import { createCustomerSession } from '../actions/create-customer-session.ts'
import type { CustomerDeps } from '../actions/deps.ts'
import { resolveCustomer } from '../rules/resolve-customer.ts'

export const customerSessionRoute = (deps: CustomerDeps): OperationRoute =>
  serve(contract.createCustomerSession, async (call) => {
    const { caller, body } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    const made = makeSecret(secretPrefixes.customerSession)
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      const input = { ...resolveCustomer(body), organizationId, made }
      return call.finish(uow, await createCustomerSession(uow, deps, input))
    })
  })
