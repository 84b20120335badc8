import type { listDiscounts as contract } from '@guildhall/contract/catalog/discounts'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { containing, listPage, type Page } from '../../../platform/database/listing.ts'
import { type DiscountWithProducts, withProducts } from './discount-products.ts'

export async function listDiscounts(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { query, ...listing }: QueryOf<typeof contract>,
): Promise<Page<DiscountWithProducts>> {
  const matching = db
    .selectFrom('discount')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .$if(query !== undefined, (of) =>
      of.where((one) =>
        one.or([
          one('name', 'ilike', containing(query ?? '')),
          one('code', 'ilike', containing(query ?? '')),
        ]),
      ),
    )
  const { rows, total } = await listPage(db, matching, listing, {
    columns: {
      created_at: 'createdAt',
      name: sql`lower(name)`,
      code: sql`lower(code)`,
      redemptions_count: 'redemptionsCount',
    },
    nullable: ['code'],
    id: 'id',
  })
  return { rows: await withProducts(db, rows), total }
}
