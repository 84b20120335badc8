import * as contract from '@guildhall/contract/portal/customer-meters'
import { Problem } from '../../../kernel/refusal.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { showLots } from '../../credits/actions/show-credits.ts'
import {
  findMeterOfCustomer,
  listMetersOfCustomer,
} from '../../usage/actions/show-customer-meters.ts'
import type { PortalDeps } from '../actions/deps.ts'

export const customerMeterRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  listRoute(deps),
  getRoute(deps),
  creditsRoute(deps),
]

// The contract names what customers see of a meter; the rest doesn’t leave the server.
const listRoute = ({ uowFactory }: PortalDeps) =>
  serve(contract.listPortalCustomerMeters, async ({ caller, query }) => {
    const page = await listMetersOfCustomer(uowFactory.database.kysely, caller, query)
    return pageAnswer(page, query, (one) => one)
  })

const getRoute = ({ uowFactory }: PortalDeps) =>
  serve(contract.getPortalCustomerMeter, async ({ caller, params }) => {
    const found = await findMeterOfCustomer(uowFactory.database.kysely, caller, params.id)
    if (found === null) throw new Problem('not_found')
    return found
  })

const creditsRoute = (deps: PortalDeps) =>
  serve(contract.listPortalCredits, async ({ caller, params, query }) => {
    const found = await findMeterOfCustomer(deps.uowFactory.database.kysely, caller, params.id)
    if (found === null) throw new Problem('not_found')
    const filters = { ...query, meterId: [found.meterId], isOpen: true }
    return pageAnswer(await showLots(deps, caller, filters), query, (lot) => lot)
  })
