import * as contract from '@guildhall/contract/customers/state'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { customerIn, externalCustomer } from '../../customers/store/customers.ts'
import { getForSeller, resolveOrganizationFilter } from '../../organizations/actions/seller.ts'
import type { EntitlementDeps } from '../actions/deps.ts'
import { showAccountState } from '../actions/show-account-state.ts'
import { showCustomerStates } from '../actions/show-customer-state.ts'

type Deps = Pick<EntitlementDeps, 'uowFactory'>

/** By this server’s customer id, and by the seller’s own. */
export const customerStateRoutes = (deps: Deps): readonly OperationRoute[] => [
  getRoute(deps),
  getExternalRoute(deps),
]

const getRoute = (deps: Deps) =>
  serve(contract.getCustomerState, ({ caller, params }) => {
    const { kysely } = deps.uowFactory.database
    return getForSeller(deps, caller, (within) =>
      showState(customerIn(kysely, within, params.id), within),
    )
  })

const getExternalRoute = (deps: Deps) =>
  serve(contract.getExternalCustomerState, async ({ caller, params, query }) => {
    const { kysely } = deps.uowFactory.database
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) throw new Problem('not_found')
    const key = { organizationId, externalId: params.externalId }
    const state =
      (await showState(externalCustomer(kysely, key), [organizationId])) ??
      (await showAccountState(deps.uowFactory.database, key, deps.uowFactory.clock.now()))
    if (state === undefined) throw new Problem('not_found')
    return state
  })

async function showState(...input: Parameters<typeof showCustomerStates>) {
  const [state] = await showCustomerStates(...input)
  return state
}
