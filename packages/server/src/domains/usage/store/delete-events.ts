import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

/** Deletes some events of an organization with what belongs to them; false if there were none. */
export async function deleteEvents(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<boolean> {
  const chosen = sql`select id, ingested_at, external_id from usage_event
    where organization_id = ${organizationId} limit ${eventsAtOnce}`
  return (await removeChosen(db, organizationId, chosen)) > 0
}

/** Events that are chosen with their `ingested_at` and `external_id`. Answers how many there were. */
export async function removeChosen(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  chosen: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with chosen as materialized (${chosen}), keys as (
      delete from usage_event_key
       where organization_id = ${organizationId}
         and external_id in (select external_id from chosen)
    ), voids as (
      delete from usage_void
       where organization_id = ${organizationId} and event_id in (select id from chosen)
    ), events as (
      delete from usage_event e using chosen c
       where e.organization_id = ${organizationId} and e.id = c.id and e.ingested_at = c.ingested_at
      returning 1
    )
    select count(*)::int as deleted from events`.execute(db)
  return rows[0]?.deleted ?? 0
}

/** What was counted while ingesting. */
export async function deleteCounts(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<void> {
  await db.deleteFrom('usageEventName').where('organizationId', '=', organizationId).execute()
  await db.deleteFrom('usageRetention').where('organizationId', '=', organizationId).execute()
  await db.deleteFrom('usageValue').where('organizationId', '=', organizationId).execute()
  await db.deleteFrom('usagePeriod').where('organizationId', '=', organizationId).execute()
}

const eventsAtOnce = 5000
