import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DiscountTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type DiscountRow = Selectable<DiscountTable>

export type DiscountKey = Pick<DiscountRow, 'organizationId' | 'id'>

const existing = (db: Kysely<Tables>, organizationIds: readonly Id<'organization'>[]) =>
  db
    .selectFrom('discount')
    .selectAll()
    .where('organizationId', 'in', organizationIds)
    .where('deletedAt', 'is', null)

/** The discount with this id in any of these organizations, unless it is deleted. */
export const findDiscountIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'discount'>,
): Promise<DiscountRow | undefined> =>
  existing(db, organizationIds).where('id', '=', id).executeTakeFirst()

export const lockDiscount = (
  tx: Transaction<Tables>,
  { organizationId, id }: DiscountKey,
): Promise<DiscountRow | undefined> =>
  existing(tx, [organizationId]).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

type NewDiscount = Omit<
  Insertable<DiscountTable>,
  'version' | 'modifiedAt' | 'deletedAt' | 'redemptionsCount'
>

/** Violates `discount_code` where another discount has the same code in any case. */
export const insertDiscount = (
  tx: Transaction<Tables>,
  discount: NewDiscount,
): Promise<DiscountRow> =>
  tx.insertInto('discount').values(discount).returningAll().executeTakeFirstOrThrow()

export type DiscountColumns = Partial<
  Pick<
    Insertable<DiscountTable>,
    | 'name'
    | 'code'
    | 'amount'
    | 'basisPoints'
    | 'durationInMonths'
    | 'startsAt'
    | 'endsAt'
    | 'maxRedemptions'
    | 'metadata'
    | 'deletedAt'
  >
>

/** Undefined where it was redeemed since it was read: the change was decided for that count. */
export const saveDiscount = (
  tx: Transaction<Tables>,
  { organizationId, id, redemptionsCount }: DiscountRow,
  changes: DiscountColumns,
  now: Date,
): Promise<DiscountRow | undefined> =>
  tx
    .updateTable('discount')
    .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('redemptionsCount', '=', redemptionsCount)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Ignores the case, because buyers type codes. */
export const findDiscountByCode = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  code: string,
): Promise<DiscountRow | undefined> =>
  existing(db, [organizationId])
    .where(sql<string>`lower(code)`, '=', sql<string>`lower(${code})`)
    .executeTakeFirst()

/** Includes deleted ones, because running subscriptions and open checkouts keep them. */
export const findDiscounts = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'discount'>[],
): Promise<DiscountRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('discount')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('id', 'in', ids)
        .execute()

/**
 * False if the limit is reached. The discount must be locked. Records no event, because the seller
 * changed nothing.
 */
export async function addRedemption(
  tx: Transaction<Tables>,
  { organizationId, id }: DiscountKey,
): Promise<boolean> {
  const updated = await tx
    .updateTable('discount')
    .set({ redemptionsCount: sql`redemptions_count + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where(sql<boolean>`(max_redemptions is null or redemptions_count < max_redemptions)`)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export async function removeRedemption(
  tx: Transaction<Tables>,
  { organizationId, id }: DiscountKey,
): Promise<void> {
  await tx
    .updateTable('discount')
    .set({ redemptionsCount: sql`redemptions_count - 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
