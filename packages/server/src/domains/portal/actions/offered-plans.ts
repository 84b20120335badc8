import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { Problem } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { expandProducts, findExpandedProducts } from '../../catalog/actions/expand-products.ts'
import type { ExpandedProduct } from '../../catalog/present/product.ts'
import { listPublicProducts } from '../../catalog/store/products.ts'
import { canChangePlan } from '../../subscriptions/rules/refusals.ts'
import type { SubscriptionRow } from '../../subscriptions/store/subscriptions.ts'
import { offeredPlans } from '../rules/portal-plans.ts'
import { listPlanIds } from '../store/portal-plans.ts'
import type { PortalDeps } from './deps.ts'
import { allowsPlanChanges, requirePlanChanges } from './require-plan-changes.ts'

/** What the customer may change to now, without the current plan. */
export async function listOfferedPlans(
  db: Kysely<Tables>,
  deps: PortalDeps,
  row: SubscriptionRow,
): Promise<readonly ExpandedProduct[]> {
  if (row.acceptedAt === null || !canChangePlan(row)) return []
  if (!(await allowsPlanChanges(db, row.organizationId))) return []
  const offered = await plansOfSeller(db, deps, row)
  return offered.filter(({ id }) => id !== row.productId)
}

/** The card of a purchase was given for its plan alone, so another plan needs the customer’s own. */
export async function requirePlanChange(
  deps: PortalDeps,
  row: SubscriptionRow,
  productId: Id<'product'>,
): Promise<void> {
  await requirePlanChanges(deps, row)
  if (row.acceptedAt === null) throw new Problem('portal_subscription_unaccepted')
  await requireOffered(deps.uowFactory.database.kysely, deps, row, productId)
}

/** Refuses every other product in the same words, whether or not it exists. */
async function requireOffered(
  db: Kysely<Tables>,
  deps: PortalDeps,
  row: SubscriptionRow,
  productId: Id<'product'>,
): Promise<void> {
  const loc = ['body', 'product_id']
  if (productId === row.productId) throw new Problem('subscription_product_unchanged', { loc })
  const offered = await plansOfSeller(db, deps, row)
  if (offered.some(({ id }) => id === productId)) return
  throw new Problem('portal_plan_not_offered', { loc })
}

async function plansOfSeller(
  db: Kysely<Tables>,
  deps: PortalDeps,
  row: SubscriptionRow,
): Promise<readonly ExpandedProduct[]> {
  const { organizationId } = row
  const ids = await listPlanIds(db, organizationId)
  if (ids.length === 0) {
    const products = await listPublicProducts(db, organizationId)
    return offeredPlans(await expandProducts(db, deps, products), row)
  }
  const listed = await findExpandedProducts(db, deps, { organizationId, ids })
  const inOrder = listed.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
  return offeredPlans(inOrder, row)
}
