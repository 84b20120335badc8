import * as contract from '@guildhall/contract/entitlements/changes'
import type { Id } from '@guildhall/contract/primitives'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { findBenefitIn } from '../../benefits/store/benefits.ts'
import { checkProductBenefits } from '../../catalog/actions/set-product-benefits.ts'
import { findProductIn } from '../../catalog/store/products.ts'
import { getForSeller, type SellerCaller } from '../../organizations/actions/seller.ts'
import type { EntitlementDeps } from '../actions/deps.ts'
import { countDiffering } from '../store/differing-sources.ts'
import { countHolders, countReached, type ReachedRow } from '../store/reached-customers.ts'

/** What a seller sees of a change that reaches many customers, before and after it. */
export const changeRoutes = (deps: EntitlementDeps): readonly OperationRoute[] => [
  previewRoute(deps),
  progressRoute(deps),
  deletionRoute(deps),
]

const previewRoute = (deps: EntitlementDeps) =>
  serve(contract.previewProductBenefits, async ({ caller, params, body }) => {
    const { kysely } = deps.uowFactory.database
    const product = await productOf(deps, caller, params.id)
    const { organizationId, id: productId } = product
    const { benefits: benefitIds } = body
    await checkProductBenefits(kysely, product, benefitIds)
    const reached = await countReached(kysely, { organizationId, productId, benefitIds })
    return { gains: countsOf(reached, 'gain'), losses: countsOf(reached, 'loss') }
  })

const progressRoute = (deps: EntitlementDeps) =>
  serve(contract.getProductBenefitsProgress, async ({ caller, params }) => {
    const { organizationId, id: productId } = await productOf(deps, caller, params.id)
    const { kysely } = deps.uowFactory.database
    const affected = { organizationId, productId }
    return { remaining: await countDiffering(kysely, affected) }
  })

const deletionRoute = (deps: EntitlementDeps) =>
  serve(contract.previewBenefitDeletion, async ({ caller, params }) => {
    const { kysely } = deps.uowFactory.database
    const { organizationId, id: benefitId } = await getForSeller(deps, caller, (within) =>
      findBenefitIn(kysely, within, params.id),
    )
    const count = await countHolders(kysely, organizationId, benefitId)
    return { gains: [], losses: count === 0 ? [] : [{ benefitId, count }] }
  })

const productOf = (deps: EntitlementDeps, caller: SellerCaller, id: Id<'product'>) => {
  const { kysely } = deps.uowFactory.database
  return getForSeller(deps, caller, (within) => findProductIn(kysely, within, id))
}

const countsOf = (rows: readonly ReachedRow[], kind: ReachedRow['kind']) =>
  rows.filter((one) => one.kind === kind).map(({ benefitId, count }) => ({ benefitId, count }))
