import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

/** Whose a product is: a buyer names nothing else. */
export async function organizationSelling(
  db: Kysely<Tables>,
  productId: Id<'product'>,
): Promise<Id<'organization'> | null> {
  const found = await db
    .selectFrom('product')
    .select('organizationId')
    .where('id', '=', productId)
    .executeTakeFirst()
  return found?.organizationId ?? null
}
