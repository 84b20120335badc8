import * as contract from '@guildhall/contract/customers/state'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { type CustomerRow, findCustomerIn, findExternalCustomer } from '../../customers/index.ts'
import { getForSeller, resolveOrganizationFilter } from '../../organizations/index.ts'
import type { EntitlementDeps } from '../actions/deps.ts'
import { showCustomerStates } from '../actions/show-customer-state.ts'

type Deps = Pick<EntitlementDeps, 'uowFactory'>

/** By this server’s customer id, and by the seller’s own. */
export const customerStateRoutes = (deps: Deps): readonly OperationRoute[] => [
  getRoute(deps),
  getExternalRoute(deps),
]

const getRoute = (deps: Deps) =>
  serve(contract.getCustomerState, async ({ caller, params }) => {
    const { kysely } = deps.uowFactory.database
    const customer = await getForSeller(deps, caller, (within) =>
      findCustomerIn(kysely, within, params.id),
    )
    return stateOf(deps, customer)
  })

const getExternalRoute = (deps: Deps) =>
  serve(contract.getExternalCustomerState, async ({ caller, params, query }) => {
    const { kysely } = deps.uowFactory.database
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { externalId } = params
    const customer =
      organizationId === null
        ? undefined
        : await findExternalCustomer(kysely, { organizationId, externalId })
    if (customer === undefined) throw new Problem('not_found')
    return stateOf(deps, customer)
  })

async function stateOf({ uowFactory }: Deps, customer: CustomerRow) {
  const [state] = await showCustomerStates(uowFactory.database.kysely, [customer])
  assert(state !== undefined, 'every customer is shown')
  return state
}
