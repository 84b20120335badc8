import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { ProductTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type ProductRow = Selectable<ProductTable>

export type ProductKey = Pick<ProductRow, 'organizationId' | 'id'>

const productsIn = (db: Kysely<Tables>, organizationIds: readonly Id<'organization'>[]) =>
  db.selectFrom('product').selectAll().where('organizationId', 'in', organizationIds)

/** The product with this id in any of these organizations. */
export const findProductIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'product'>,
): Promise<ProductRow | undefined> =>
  productsIn(db, organizationIds).where('id', '=', id).executeTakeFirst()

export const lockProduct = (
  tx: Transaction<Tables>,
  { organizationId, id }: ProductKey,
): Promise<ProductRow | undefined> =>
  productsIn(tx, [organizationId]).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export type NewProduct = Omit<Insertable<ProductTable>, 'version' | 'modifiedAt' | 'isArchived'>

export const insertProduct = (tx: Transaction<Tables>, product: NewProduct): Promise<ProductRow> =>
  tx.insertInto('product').values(product).returningAll().executeTakeFirstOrThrow()

export type ProductColumns = Partial<
  Pick<
    Insertable<ProductTable>,
    | 'name'
    | 'description'
    | 'visibility'
    | 'isArchived'
    | 'billingThresholdAmount'
    | 'metadata'
    | 'leadingAmountType'
    | 'leadingAmount'
  >
>

export const saveProduct = (
  tx: Transaction<Tables>,
  { organizationId, id }: ProductKey,
  changes: ProductColumns,
  now: Date,
): Promise<ProductRow> =>
  tx
    .updateTable('product')
    .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** For products whose links changed but none of their own columns. */
export const touchProducts = (
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'product'>[],
  now: Date,
): Promise<ProductRow[]> =>
  tx
    .updateTable('product')
    .set({ modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', 'in', ids)
    .returningAll()
    .execute()

/**
 * Includes archived products. Ids of other organizations' products, and unknown ids, are left out.
 */
export const findProducts = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'product'>[],
): Promise<ProductRow[]> =>
  ids.length === 0 ? [] : productsIn(db, [organizationId]).where('id', 'in', ids).execute()

/** Neither archived nor hidden from anyone, the oldest first. */
export const listPublicProducts = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<ProductRow[]> =>
  productsIn(db, [organizationId])
    .where('isArchived', '=', false)
    .where('visibility', '=', 'public')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(publicProductsMax)
    .execute()

const publicProductsMax = 1000
