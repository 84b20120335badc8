import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { ProductPriceTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { ProductKey } from './products.ts'

export type PriceRow = Selectable<ProductPriceTable>

/** Not archived, and within each product in the order that buyers see. */
export async function listActivePrices(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  productIds: readonly Id<'product'>[],
): Promise<PriceRow[]> {
  const { rows } = await sql<PriceRow>`
    select * from product_price
     where organization_id = ${organizationId} and product_id = any(${productIds}::uuid[])
       and not is_archived
     order by amount_type = 'metered_unit', position`.execute(db)
  return rows
}

export type NewPriceRow = Omit<Insertable<ProductPriceTable>, 'modifiedAt' | 'isArchived'>

export const insertPrices = (
  tx: Transaction<Tables>,
  prices: readonly NewPriceRow[],
): Promise<PriceRow[]> => tx.insertInto('productPrice').values(prices).returningAll().execute()

/** Subscriptions keep archived prices. */
export async function archivePrices(
  tx: Transaction<Tables>,
  { organizationId, id }: ProductKey,
  priceIds: readonly Id<'productPrice'>[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('productPrice')
    .set({ isArchived: true, modifiedAt: now })
    .where('organizationId', '=', organizationId)
    .where('productId', '=', id)
    .where('id', 'in', priceIds)
    .execute()
}

/** After all prices that the product ever had. */
export async function nextPosition(
  tx: Transaction<Tables>,
  { organizationId, id }: ProductKey,
): Promise<number> {
  const { last } = await tx
    .selectFrom('productPrice')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('organizationId', '=', organizationId)
    .where('productId', '=', id)
    .executeTakeFirstOrThrow()
  return last === null ? 0 : last + 1
}

/** Includes archived prices. */
export const findPrices = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'productPrice'>[],
): Promise<PriceRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('productPrice')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('id', 'in', ids)
        .execute()
