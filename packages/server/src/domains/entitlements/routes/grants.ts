import type { ListedBenefitGrant } from '@guildhall/contract/entitlements/grant-shapes'
import * as contract from '@guildhall/contract/entitlements/grants'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findBenefitIn } from '../../benefits/store/benefits.ts'
import {
  getForSeller,
  resolveOrganizationFilter,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import type { EntitlementDeps } from '../actions/deps.ts'
import { retryGrant, retryGrants } from '../actions/retry-grants.ts'
import { showGrants, showListedGrants } from '../actions/show-grants.ts'
import { findFailedGrants } from '../store/external-grants.ts'
import { findGrantIn, type GrantRow, listGrants } from '../store/grants.ts'

type Deps = Pick<EntitlementDeps, 'uowFactory' | 'keyring'>

export const grantRoutes = (deps: EntitlementDeps): readonly OperationRoute[] => [
  listOfBenefitRoute(deps),
  listRoute(deps),
  retryRoute(deps),
  retryAllRoute(deps),
]

const listOfBenefitRoute = (deps: Deps) =>
  serve(contract.listGrantsOfBenefit, async ({ caller, params, query }) => {
    const { kysely } = deps.uowFactory.database
    const { organizationId, id } = await getForSeller(deps, caller, (within) =>
      findBenefitIn(kysely, within, params.id),
    )
    const { rows, total } = await listGrants(kysely, organizationId, { ...query, benefitId: [id] })
    const shown = await showGrants(kysely, deps, { organizationId, rows })
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

const retryRoute = (deps: EntitlementDeps) =>
  serve(contract.retryGrant, async (call) => {
    const { kysely } = deps.uowFactory.database
    const { organizationId, id } = await getForSeller(deps, call.caller, (within) =>
      findGrantIn(kysely, within, call.params.id),
    )
    return sellerUnitOfWork(deps, call.caller, organizationId, async (uow) => {
      const grant = await findGrantIn(uow.tx, [organizationId], id)
      if (grant === undefined) throw new Problem('not_found')
      await retryGrant(uow, deps, grant)
      const after = await findGrantIn(uow.tx, [organizationId], id)
      const rows = after === undefined ? [] : [after]
      const [shown] = await showGrants(uow.tx, deps, { organizationId, rows })
      assert(shown !== undefined, 'grants keep their rows')
      return call.finish(uow, shown)
    })
  })

const retriedMax = 200

const retryAllRoute = (deps: EntitlementDeps) =>
  serve(contract.retryGrants, async (call) => {
    const { kysely } = deps.uowFactory.database
    const { organizationId, id: benefitId } = await getForSeller(deps, call.caller, (within) =>
      findBenefitIn(kysely, within, call.params.id),
    )
    let retriedCount = 0
    let after: Id<'benefitGrant'> | null = null
    do {
      const batch = { organizationId, benefitId, after, max: retriedMax }
      const retry = async (uow: UnitOfWork) => {
        const found = await findFailedGrants(uow.tx, batch)
        await retryGrants(uow, deps, { organizationId, grants: found })
        const isLast = found.length < retriedMax
        const answer = { retriedCount: retriedCount + found.length }
        if (isLast) await call.finish(uow, answer)
        return found
      }
      const grants: GrantRow[] = await sellerUnitOfWork(deps, call.caller, organizationId, retry)
      retriedCount += grants.length
      after = grants.length === retriedMax ? (grants.at(-1)?.id ?? null) : null
    } while (after !== null)
    return { retriedCount }
  })
