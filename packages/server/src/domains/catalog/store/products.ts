import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { ProductTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type ProductRow = Selectable<ProductTable>

export type ProductKey = Pick<ProductRow, 'organizationId' | 'id'>

const among = (db: Kysely<Tables>, organizationIds: readonly Id<'organization'>[]) =>
  db.selectFrom('product').selectAll().where('organizationId', 'in', organizationIds)

/** In any of these organizations. */
export const findProductIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'product'>,
): Promise<ProductRow | undefined> =>
  among(db, organizationIds).where('id', '=', id).executeTakeFirst()

/** For changing it: whoever changes it meanwhile comes after. */
export const lockProduct = (
  tx: Transaction<Tables>,
  { organizationId, id }: ProductKey,
): Promise<ProductRow | undefined> =>
  among(tx, [organizationId]).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export type NewProduct = Omit<Insertable<ProductTable>, 'version' | 'modifiedAt' | 'isArchived'>

export const insertProduct = (tx: Transaction<Tables>, product: NewProduct): Promise<ProductRow> =>
  tx.insertInto('product').values(product).returningAll().executeTakeFirstOrThrow()

export type ProductChanges = Partial<
  Pick<
    Insertable<ProductTable>,
    'name' | 'description' | 'isArchived' | 'metadata' | 'leadingAmountType' | 'leadingAmount'
  >
>

export const saveProduct = (
  tx: Transaction<Tables>,
  { organizationId, id }: ProductKey,
  changes: ProductChanges,
  now: Date,
): Promise<ProductRow> =>
  tx
    .updateTable('product')
    .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** What belongs to them has changed, though nothing of their own. */
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

/** Those of the ids that are products of this organization, archived ones as well. */
export const findProductsOf = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'product'>[],
): Promise<ProductRow[]> =>
  ids.length === 0 ? [] : among(db, [organizationId]).where('id', 'in', ids).execute()

/** Not archived, the oldest first. */
export const findProductsOnSale = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<ProductRow[]> =>
  among(db, [organizationId])
    .where('isArchived', '=', false)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(onSaleMax)
    .execute()

/** The most that are shown at once. */
const onSaleMax = 1000
