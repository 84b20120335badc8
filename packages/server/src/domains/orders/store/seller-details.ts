import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { SellerDetailsTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type SellerDetailsRow = Selectable<SellerDetailsTable>

export const findSellerDetails = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<SellerDetailsRow | undefined> =>
  db
    .selectFrom('sellerDetails')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()

type Details = Pick<
  Insertable<SellerDetailsTable>,
  'organizationId' | 'name' | 'address' | 'taxNumber' | 'footer'
>

export const putSellerDetails = (
  tx: Transaction<Tables>,
  { organizationId, ...details }: Details,
  now: Date,
): Promise<SellerDetailsRow> =>
  tx
    .insertInto('sellerDetails')
    .values({ organizationId, ...details, createdAt: now })
    .onConflict((conflict) =>
      conflict
        .column('organizationId')
        .doUpdateSet({ ...details, modifiedAt: now, version: sql`seller_details.version + 1` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
