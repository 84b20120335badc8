import * as contract from '@guildhall/contract/customers/sessions'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { organizationNamed, sellerWork } from '../../organizations/index.ts'
import { createCustomerSession } from '../actions/create-customer-session.ts'
import type { CustomerParts } from '../actions/parts.ts'
import { customerMeant } from '../rules/customer-meant.ts'

/** What lets a customer into the portal. */
export const customerSessionRoute = (parts: CustomerParts): EndpointRoute =>
  serve(contract.createCustomerSession, async (call) => {
    const { caller, body } = call
    const organizationId = await organizationNamed(parts, caller, body.organizationId)
    const made = makeSecret(secretPrefixes.customerSession)
    return sellerWork(parts, caller, organizationId, async (unit) => {
      const wish = { ...customerMeant(body), organizationId, made }
      return call.finish(unit, await createCustomerSession(unit, parts, wish))
    })
  })
