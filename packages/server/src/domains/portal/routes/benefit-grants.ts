import type { CustomerBenefitGrant } from '@guildhall/contract/portal/benefit-grants'
import * as contract from '@guildhall/contract/portal/benefit-grants'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { findAnyBenefits, presentBenefit } from '../../benefits/index.ts'
import { type CustomerCaller, findCustomerIn } from '../../customers/index.ts'
import {
  findGrantOfCustomer,
  type GrantRow,
  listGrantsOfCustomer,
  presentBareGrant,
} from '../../entitlements/index.ts'
import { findOrganization, presentSeller } from '../../organizations/index.ts'
import type { PortalDeps } from '../actions/deps.ts'
import { showPortalCustomer } from '../actions/show-customer.ts'
import { presentHeldBenefit } from '../present/held-benefit.ts'

export const benefitGrantRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  listRoute(deps),
  getRoute(deps),
]

const listRoute = (deps: PortalDeps) =>
  serve(contract.listPortalGrants, async ({ caller, query }) => {
    const { kysely } = deps.uowFactory.database
    const { rows, total } = await listGrantsOfCustomer(kysely, caller, query)
    const shown = await showGrants(deps, caller, rows)
    return pageAnswer({ rows: shown, total }, query, (one) => one)
  })

const getRoute = (deps: PortalDeps) =>
  serve(contract.getPortalGrant, async ({ caller, params }) => {
    const { kysely } = deps.uowFactory.database
    const row = await findGrantOfCustomer(kysely, caller, params.id)
    if (row === undefined) throw new Problem('not_found')
    const [shown] = await showGrants(deps, caller, [row])
    assert(shown !== undefined, 'every grant is shown')
    return shown
  })

async function showGrants(
  deps: PortalDeps,
  { organizationId, customerId }: CustomerCaller,
  rows: readonly GrantRow[],
): Promise<CustomerBenefitGrant[]> {
  const { kysely } = deps.uowFactory.database
  const ids = [...new Set(rows.map(({ benefitId }) => benefitId))]
  const [customer, organization, found] = await Promise.all([
    findCustomerIn(kysely, [organizationId], customerId),
    findOrganization(kysely, organizationId),
    findAnyBenefits(kysely, organizationId, ids),
  ])
  assert(customer !== undefined && organization !== undefined, 'the session is theirs')
  const seller = presentSeller(organization)
  const holder = await showPortalCustomer(kysely, deps, customer)
  const benefits = new Map(
    found.map((one) => [one.id, presentHeldBenefit(presentBenefit(deps, one), seller)]),
  )
  return rows.map((row) => {
    const benefit = benefits.get(row.benefitId)
    assert(benefit !== undefined, 'benefits keep their rows')
    const { error: _error, ...shown } = presentBareGrant(row)
    return { ...shown, customer: holder, benefit }
  })
}
