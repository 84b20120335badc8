import { renewCheckout as contract } from '@guildhall/contract/checkout/renewal'
import { assert } from '../../../kernel/assert.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { findOrganization } from '../../organizations/index.ts'
import type { CheckoutParts } from '../actions/parts.ts'
import { presentToBuyer } from '../actions/present-checkout.ts'
import { renewCheckout } from '../actions/renew-checkout.ts'

/** The way on for a buyer whose checkout is over. */
export const renewalRoute = (parts: CheckoutParts): EndpointRoute =>
  serve(contract, async (call) => {
    const { caller } = call
    const { reads } = parts.workshop.database
    const organization = await findOrganization(reads, caller.row.organizationId)
    assert(organization !== undefined, 'what sells is there')
    return renewCheckout(parts, caller, (unit, { row, makings }) =>
      call.finish(unit, presentToBuyer(row, makings, { parts, organization })),
    )
  })
