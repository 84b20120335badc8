import type { Id } from '@guildhall/contract/primitives'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

/** In the seller’s order; empty where the seller has no list. */
export async function listPlanIds(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<Id<'product'>[]> {
  const rows = await db
    .selectFrom('portalPlan')
    .select('productId')
    .where('organizationId', '=', organizationId)
    .orderBy('position')
    .execute()
  return rows.map(({ productId }) => productId)
}

/** The organization must be locked. */
export async function replacePlans(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  productIds: readonly Id<'product'>[],
): Promise<void> {
  await tx.deleteFrom('portalPlan').where('organizationId', '=', organizationId).execute()
  if (productIds.length === 0) return
  await tx
    .insertInto('portalPlan')
    .values(productIds.map((productId, position) => ({ organizationId, productId, position })))
    .execute()
}
