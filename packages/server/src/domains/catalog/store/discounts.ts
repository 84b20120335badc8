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
