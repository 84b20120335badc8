import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

/** The organization that sells a product; buyers name only the product. */
export async function findSellerOf(
  db: Kysely<Tables>,
  productId: Id<'product'>,
): Promise<Id<'organization'> | null> {
  const found = await db
    .selectFrom('productSummary')
    .select('organizationId')
    .where('id', '=', productId)
    .executeTakeFirst()
  return found?.organizationId ?? null
}
