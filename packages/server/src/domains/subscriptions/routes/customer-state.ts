import * as contract from '@guildhall/contract/customers/state'
import { Problem } from '../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { findCustomerIn, findExternalCustomer } from '../../customers/index.ts'
import { itemOf, organizationListed } from '../../organizations/index.ts'
import type { SubscriptionParts } from '../actions/parts.ts'
import { presentCustomerState } from '../actions/present-customer-state.ts'

type Parts = Pick<SubscriptionParts, 'workshop'>

/** What a customer has at this moment, by our id and by that of the seller’s own system. */
export const customerStateRoutes = (parts: Parts): readonly EndpointRoute[] => [
  getRoute(parts),
  getExternalRoute(parts),
]

const getRoute = (parts: Parts) =>
  serve(contract.getCustomerState, async ({ caller, params }) => {
    const { kysely } = parts.workshop.database
    const customer = await itemOf(parts, caller, (within) =>
      findCustomerIn(kysely, within, params.id),
    )
    return presentCustomerState(kysely, customer)
  })

const getExternalRoute = (parts: Parts) =>
  serve(contract.getExternalCustomerState, async ({ caller, params, query }) => {
    const { kysely } = parts.workshop.database
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { externalId } = params
    const customer =
      organizationId === null
        ? undefined
        : await findExternalCustomer(kysely, { organizationId, externalId })
    if (customer === undefined) throw new Problem('not_found')
    return presentCustomerState(kysely, customer)
  })
