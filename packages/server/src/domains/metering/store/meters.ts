import type { listMeters as contract } from '@guildhall/contract/metering/meters'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { MeterTable, Tables } from '../../../platform/database/db-types.gen.ts'
import {
  containing,
  listPage,
  metadataMatches,
  type Page,
} from '../../../platform/database/listing.ts'

export type MeterRow = Selectable<MeterTable>

export type MeterKey = Pick<MeterRow, 'organizationId' | 'id'>

const metersIn = (db: Kysely<Tables>, organizationIds: readonly Id<'organization'>[]) =>
  db.selectFrom('meter').selectAll().where('organizationId', 'in', organizationIds)

/** The meter with this id in any of these organizations. */
export const findMeterIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'meter'>,
): Promise<MeterRow | undefined> =>
  metersIn(db, organizationIds).where('id', '=', id).executeTakeFirst()

/** Ids of other organizations' meters, and unknown ids, are left out. */
export const findMeters = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'meter'>[],
): Promise<MeterRow[]> =>
  ids.length === 0 ? [] : metersIn(db, [organizationId]).where('id', 'in', ids).execute()

/** The same, and they stay as they are, such as not archived, until the transaction ends. */
export const lockMetersForShare = async (
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'meter'>[],
): Promise<MeterRow[]> =>
  ids.length === 0
    ? []
    : metersIn(tx, [organizationId]).where('id', 'in', ids).orderBy('id').forShare().execute()

/** All meters of these organizations. */
export const listMetersOf = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
): Promise<MeterRow[]> => metersIn(db, organizationIds).execute()

export const lockMeter = (
  tx: Transaction<Tables>,
  { organizationId, id }: MeterKey,
): Promise<MeterRow | undefined> =>
  metersIn(tx, [organizationId]).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

type NewMeter = Omit<Insertable<MeterTable>, 'version' | 'modifiedAt' | 'isArchived'>

export const insertMeter = (tx: Transaction<Tables>, meter: NewMeter): Promise<MeterRow> =>
  tx.insertInto('meter').values(meter).returningAll().executeTakeFirstOrThrow()

export type MeterColumns = Partial<
  Pick<
    Insertable<MeterTable>,
    'name' | 'filter' | 'aggregationFunc' | 'aggregationProperty' | 'metadata' | 'isArchived'
  >
>

export const saveMeter = (
  tx: Transaction<Tables>,
  { organizationId, id }: MeterKey,
  changes: MeterColumns,
  now: Date,
): Promise<MeterRow> =>
  tx
    .updateTable('meter')
    .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export function listMeters(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { query, metadata, isArchived, ...listing }: QueryOf<typeof contract>,
): Promise<Page<MeterRow>> {
  const all = db.selectFrom('meter').selectAll().where('organizationId', '=', organizationId)
  const matching = all
    .$if(query !== undefined, (of) => of.where('name', 'ilike', containing(query ?? '')))
    .$if(isArchived !== undefined, (of) => of.where('isArchived', '=', isArchived === true))
    .where((one) => one.and(metadataMatches(one.ref('metadata'), metadata)))
  return listPage(db, matching, listing, {
    columns: { created_at: 'createdAt', name: 'name' },
    id: 'id',
  })
}
