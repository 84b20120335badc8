import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import {
  claimByOrganization,
  type RowsOf,
} from '../../../platform/database/claim-by-organization.ts'
import type { Tables, UsageReservationTable } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { isOfOrganization, organizationsOf } from '../../../platform/database/of-organization.ts'

export type ReservationRow = Selectable<UsageReservationTable>

export interface NamedReservation {
  readonly organizationId: Id<'organization'>
  /** One of them; the other is null. */
  readonly id: Id<'usageReservation'> | null
  readonly externalId: string | null
}

export async function findReservations(
  db: Kysely<Tables>,
  named: readonly NamedReservation[],
): Promise<readonly ReservationRow[]> {
  const isOfSame = isOfOrganization({
    alias: 'r',
    row: 'n',
    organizationIds: organizationsOf(named),
  })
  const { rows } = await sql<ReservationRow>`
    with named as (
      select * from unnest(${named.map(({ organizationId }) => organizationId)}::uuid[],
                           ${named.map(({ id }) => id)}::uuid[],
                           ${named.map(({ externalId }) => externalId)}::text[])
               as named (organization_id, id, external_id)
    )
    select r.* from named n
      join usage_reservation r on ${isOfSame} and r.id = n.id
    union
    select r.* from named n
      join usage_reservation r
        on ${isOfSame} and r.external_id = n.external_id`.execute(db)
  return rows
}

export async function insertReservations(
  tx: Transaction<Tables>,
  reservations: readonly ReservationRow[],
): Promise<void> {
  await sql`
    insert into usage_reservation
    select * from jsonb_populate_recordset(null::usage_reservation,
                                           ${jsonRows(reservations.map(asColumns))}::jsonb)
     order by organization_id, external_id`.execute(tx)
}

/** Ends reservations that are held, whose customers are locked. */
export async function endReservations(
  tx: Transaction<Tables>,
  reservations: readonly ReservationRow[],
): Promise<void> {
  const organizationIds = organizationsOf(reservations)
  const { numAffectedRows } = await sql`
    update usage_reservation r
       set status = e.status, settled_units = e.settled_units, event_id = e.event_id
      from jsonb_populate_recordset(null::usage_reservation,
                                    ${jsonRows(reservations.map(asColumns))}::jsonb) e
     where ${isOfOrganization({ alias: 'r', row: 'e', organizationIds })} and r.id = e.id and r.status = 'held'`.execute(
    tx,
  )
  assert(Number(numAffectedRows) === reservations.length, 'the lock of the customer was taken')
}

const asColumns = (row: ReservationRow) => ({ ...row })

const deletedAtOnce = 5000

/** Of those that ended before; answers how many there were. */
export async function deleteReservations(db: Kysely<Tables>, before: Date): Promise<number> {
  const deleted = await claimByOrganization(
    db,
    sql`select r.organization_id from ${endedBefore(before)} limit ${deletedAtOnce}`,
    (rowsOf) => deleteReservationsOf(db, rowsOf, before),
  )
  return deleted.length
}

const endedBefore = (instant: Date) => sql`
  usage_reservation r
 where expires_at < ${instant}
   and not exists (select from frozen_clock f
                    where f.organization_id = r.organization_id
                      and f.frozen_at <= r.expires_at)`

async function deleteReservationsOf(
  db: Kysely<Tables>,
  { organizationId, max }: RowsOf,
  before: Date,
): Promise<readonly unknown[]> {
  const { rows } = await sql`
    with ended as materialized (
      select r.id from ${endedBefore(before)} and r.organization_id = ${organizationId}
       limit ${max} for update skip locked)
    delete from usage_reservation d using ended
     where d.organization_id = ${organizationId} and d.id = ended.id
    returning d.id`.execute(db)
  return rows
}
