import type { BenefitGrant } from '@guildhall/contract/entitlements/grant-shapes'
import * as contract from '@guildhall/contract/entitlements/grants'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { findBenefitIn } from '../../benefits/index.ts'
import { findCustomersByIds, presentCustomer } from '../../customers/index.ts'
import { getForSeller, resolveOrganizationFilter } from '../../organizations/index.ts'
import type { EntitlementDeps } from '../actions/deps.ts'
import { presentGrant } from '../present/grant.ts'
import { listGrants } from '../store/grant-list.ts'
import type { GrantRow } from '../store/grants.ts'

type Deps = Pick<EntitlementDeps, 'uowFactory'>

export const grantRoutes = (deps: Deps): readonly OperationRoute[] => [
  listOfBenefitRoute(deps),
  listRoute(deps),
]

const listOfBenefitRoute = (deps: Deps) =>
  serve(contract.listGrantsOfBenefit, async ({ caller, params, query }) => {
    const { kysely } = deps.uowFactory.database
    const { organizationId, id } = await getForSeller(deps, caller, (within) =>
      findBenefitIn(kysely, within, params.id),
    )
    const { rows, total } = await listGrants(kysely, organizationId, { ...query, benefitId: [id] })
    const shown = await showGrants(deps, organizationId, rows)
    return pageAnswer({ rows: shown, total }, query, (one) => one)
  })

const listRoute = (deps: Deps) =>
  serve(contract.listGrants, async ({ caller, query }) => {
    const { kysely } = deps.uowFactory.database
    const { organizationId: given, ...filters } = query
    const organizationId = await resolveOrganizationFilter(deps, caller, given)
    if (organizationId === null) {
      return pageAnswer<BenefitGrant, BenefitGrant>({ rows: [], total: 0 }, query, (one) => one)
    }
    const { rows, total } = await listGrants(kysely, organizationId, filters)
    const shown = await showGrants(deps, organizationId, rows)
    return pageAnswer({ rows: shown, total }, query, (one) => one)
  })

async function showGrants(
  { uowFactory }: Deps,
  organizationId: Id<'organization'>,
  rows: readonly GrantRow[],
): Promise<BenefitGrant[]> {
  const ids = [...new Set(rows.map(({ customerId }) => customerId))]
  const found = await findCustomersByIds(uowFactory.database.kysely, organizationId, ids)
  const customers = new Map(found.map((one) => [one.id, one]))
  return rows.map((row) => {
    const customer = customers.get(row.customerId)
    assert(customer !== undefined, 'customers keep their rows')
    return presentGrant(row, presentCustomer(customer))
  })
}
