import type { ListedBenefitGrant } from '@guildhall/contract/entitlements/grant-shapes'
import * as contract from '@guildhall/contract/entitlements/grants'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { findBenefitIn } from '../../benefits/index.ts'
import { getForSeller, resolveOrganizationFilter } from '../../organizations/index.ts'
import type { EntitlementDeps } from '../actions/deps.ts'
import { showGrants, showListedGrants } from '../actions/show-grants.ts'
import { listGrants } from '../store/grant-list.ts'

type Deps = Pick<EntitlementDeps, 'uowFactory' | 'keyring'>

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
    const shown = await showGrants(kysely, organizationId, rows)
    return pageAnswer({ rows: shown, total }, query, own)
  })

const listRoute = (deps: Deps) =>
  serve(contract.listGrants, async ({ caller, query }) => {
    const { kysely } = deps.uowFactory.database
    const { organizationId: given, ...filters } = query
    const organizationId = await resolveOrganizationFilter(deps, caller, given)
    if (organizationId === null) {
      return pageAnswer<ListedBenefitGrant, ListedBenefitGrant>({ rows: [], total: 0 }, query, own)
    }
    const { rows, total } = await listGrants(kysely, organizationId, filters)
    const shown = await showListedGrants(kysely, deps, { organizationId, rows })
    return pageAnswer({ rows: shown, total }, query, own)
  })

const own = <T>(one: T): T => one
