import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DiscountTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type DiscountRow = Selectable<DiscountTable>

export type DiscountKey = Pick<DiscountRow, 'organizationId' | 'id'>

/** What is deleted is found by nobody. */
const living = (db: Kysely<Tables>, organizationIds: readonly Id<'organization'>[]) =>
  db
    .selectFrom('discount')
    .selectAll()
    .where('organizationId', 'in', organizationIds)
    .where('deletedAt', 'is', null)

/** In any of these organizations. */
export const findDiscountIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'discount'>,
): Promise<DiscountRow | undefined> =>
  living(db, organizationIds).where('id', '=', id).executeTakeFirst()

/** For changing it; nobody redeems it meanwhile. */
export const lockDiscount = (
  tx: Transaction<Tables>,
  { organizationId, id }: DiscountKey,
): Promise<DiscountRow | undefined> =>
  living(tx, [organizationId]).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

type NewDiscount = Omit<
  Insertable<DiscountTable>,
  'version' | 'modifiedAt' | 'deletedAt' | 'redemptionsCount'
>

/** Violates `discount_code` where a living one has the same in any case. */
export const insertDiscount = (
  tx: Transaction<Tables>,
  discount: NewDiscount,
): Promise<DiscountRow> =>
  tx.insertInto('discount').values(discount).returningAll().executeTakeFirstOrThrow()

export type DiscountChanges = Partial<
  Pick<
    Insertable<DiscountTable>,
    | 'name'
    | 'code'
    | 'amount'
    | 'basisPoints'
    | 'startsAt'
    | 'endsAt'
    | 'maxRedemptions'
    | 'metadata'
    | 'deletedAt'
  >
>

/** What was decided holds for as many redemptions as were seen: nothing where there are others. */
export const saveDiscount = (
  tx: Transaction<Tables>,
  { organizationId, id, redemptionsCount }: DiscountRow,
  changes: DiscountChanges,
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

/** What a buyer may have typed, in any case of the letters. */
export const findDiscountWithCode = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  code: string,
): Promise<DiscountRow | undefined> =>
  living(db, [organizationId])
    .where(sql<string>`lower(code)`, '=', sql<string>`lower(${code})`)
    .executeTakeFirst()

/** Deleted ones as well: what was begun with them goes on. */
export const findDiscountsOf = async (
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

/** Under its lock: nothing where every slot is taken. A use is no change that a seller makes. */
export async function takeRedemption(
  tx: Transaction<Tables>,
  { organizationId, id }: DiscountKey,
): Promise<boolean> {
  const taken = await tx
    .updateTable('discount')
    .set({ redemptionsCount: sql`redemptions_count + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where(sql<boolean>`(max_redemptions is null or redemptions_count < max_redemptions)`)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function giveBackRedemption(
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
