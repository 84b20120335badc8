import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DisputeTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { OrderKey } from './orders.ts'

export type DisputeRow = Selectable<DisputeTable>

/** The disputes of an order. Under the order’s lock none is added or changed. */
export const findDisputesOf = (
  db: Kysely<Tables>,
  { organizationId, id }: OrderKey,
): Promise<DisputeRow[]> =>
  db
    .selectFrom('dispute')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('orderId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Violates `dispute_processor_id` where it is recorded already. */
export const insertDispute = (
  tx: Transaction<Tables>,
  dispute: Omit<Insertable<DisputeTable>, 'version' | 'modifiedAt'>,
): Promise<DisputeRow> =>
  tx.insertInto('dispute').values(dispute).returningAll().executeTakeFirstOrThrow()

/** A dispute ends once: undefined where it has ended already. */
export const endDispute = (
  tx: Transaction<Tables>,
  { organizationId, id }: DisputeRow,
  status: 'won' | 'lost',
  now: Date,
): Promise<DisputeRow | undefined> =>
  tx
    .updateTable('dispute')
    .set({ status, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returningAll()
    .executeTakeFirst()
