import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { MeterTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type MeterRow = Selectable<MeterTable>

export type MeterKey = Pick<MeterRow, 'organizationId' | 'id'>

const among = (db: Kysely<Tables>, organizationIds: readonly Id<'organization'>[]) =>
  db.selectFrom('meter').selectAll().where('organizationId', 'in', organizationIds)

/** In any of these organizations. */
export const findMeterIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'meter'>,
): Promise<MeterRow | undefined> =>
  among(db, organizationIds).where('id', '=', id).executeTakeFirst()

/** Those of the ids that are meters of this organization. */
export const findMetersOf = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'meter'>[],
): Promise<MeterRow[]> =>
  ids.length === 0 ? [] : among(db, [organizationId]).where('id', 'in', ids).execute()

/** For changing it. */
export const lockMeter = (
  tx: Transaction<Tables>,
  { organizationId, id }: MeterKey,
): Promise<MeterRow | undefined> =>
  among(tx, [organizationId]).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

type NewMeter = Omit<Insertable<MeterTable>, 'version' | 'modifiedAt'>

export const insertMeter = (tx: Transaction<Tables>, meter: NewMeter): Promise<MeterRow> =>
  tx.insertInto('meter').values(meter).returningAll().executeTakeFirstOrThrow()

export type MeterChanges = Partial<
  Pick<
    Insertable<MeterTable>,
    'name' | 'filter' | 'aggregationFunc' | 'aggregationProperty' | 'metadata'
  >
>

export const saveMeter = (
  tx: Transaction<Tables>,
  { organizationId, id }: MeterKey,
  changes: MeterChanges,
  now: Date,
): Promise<MeterRow> =>
  tx
    .updateTable('meter')
    .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
