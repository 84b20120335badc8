import type { Id } from '@guildhall/contract/primitives'
import type { TopUpStopReason } from '@guildhall/contract/topups/top-up-shapes'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables, TopUpTable } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { type Listing, listPage, type Page } from '../../../platform/database/listing.ts'
import { later } from '../../../platform/database/moved-by.ts'

export type TopUpRow = Selectable<TopUpTable>

export type TopUpKey = Pick<TopUpRow, 'organizationId' | 'id'>

export interface CustomerKey {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/** A customer has one top-up for each meter. */
export interface MeterOfCustomer extends CustomerKey {
  readonly meterId: Id<'meter'>
}

export const listTopUps = (
  db: Kysely<Tables>,
  { organizationId, customerId }: CustomerKey,
  listing: Listing<'created_at'>,
): Promise<Page<TopUpRow>> =>
  listPage(
    db,
    db
      .selectFrom('topUp')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('customerId', '=', customerId),
    listing,
    { columns: { created_at: 'createdAt' }, id: 'id' },
  )

export const findTopUp = (
  db: Kysely<Tables>,
  { organizationId, customerId }: CustomerKey,
  id: Id<'topUp'>,
): Promise<TopUpRow | undefined> =>
  db
    .selectFrom('topUp')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Until the transaction ends no purchase of it begins or ends. Locked before purchases. */
export const lockTopUp = (
  tx: Transaction<Tables>,
  { organizationId, customerId, meterId }: MeterOfCustomer,
): Promise<TopUpRow | undefined> =>
  tx
    .selectFrom('topUp')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('meterId', '=', meterId)
    .forUpdate()
    .executeTakeFirst()

/** Replaces that of the same meter, and turns it on. */
export async function saveTopUp(tx: Transaction<Tables>, topUp: TopUpRow): Promise<TopUpRow> {
  const { rows } = await sql<TopUpRow>`
    insert into top_up as t
    select * from jsonb_populate_recordset(null::top_up, ${jsonRows([{ ...topUp }])}::jsonb)
        on conflict (organization_id, customer_id, meter_id) do update
       set product_id = excluded.product_id, threshold = excluded.threshold,
           purchases_max = excluded.purchases_max, total_amount_max = excluded.total_amount_max,
           currency = excluded.currency,
           -- Purchases name the consent that they follow from.
           consented_at = greatest(excluded.consented_at,
                                   ${later(sql`t.consented_at`, sql`interval '1 millisecond'`)}),
           stop_reason = null, stop_message = null, stopped_at = null,
           modified_at = excluded.created_at, version = t.version + 1
    returning *`.execute(tx)
  const [saved] = rows
  if (saved === undefined) throw new Error('an upsert returns its row')
  return saved
}

interface Stop {
  readonly reason: TopUpStopReason
  readonly message: string | null
  readonly now: Date
}

/** Undefined if it is stopped already. */
export const saveStopped = (
  tx: Transaction<Tables>,
  { organizationId, id }: TopUpKey,
  { reason, message, now }: Stop,
): Promise<TopUpRow | undefined> =>
  tx
    .updateTable('topUp')
    .set({
      stopReason: reason,
      stopMessage: message,
      stoppedAt: now,
      modifiedAt: now,
      version: sql`version + 1`,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('stopReason', 'is', null)
    .returningAll()
    .executeTakeFirst()

export const deleteTopUp = async (
  tx: Transaction<Tables>,
  { organizationId, id }: TopUpKey,
): Promise<void> =>
  void (await tx
    .deleteFrom('topUp')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute())

/** Locked, in the order of their ids. */
export const lockTopUpsOf = (
  tx: Transaction<Tables>,
  { organizationId, customerId }: CustomerKey,
): Promise<TopUpRow[]> =>
  tx
    .selectFrom('topUp')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .orderBy('id')
    .forUpdate()
    .execute()
