import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { RollUpRow } from './days.ts'

export interface Place {
  readonly organizationId: Id<'organization'>
  readonly timeZone: string
}

export const placesMax = 100

/** The shortest day has 23 hours, and it is settled an hour after it. */
const dueMilliseconds = 24 * 3_600_000

interface Page {
  readonly now: Date
  readonly after: Id<'organization'> | null
}

/**
 * Organizations whose days may be over by now, in the order of their ids. Those whose clock was
 * advanced are small and counted when they are read; so are those whose movements are still derived.
 */
export async function listToRollUp(db: Kysely<Tables>, { now, after }: Page): Promise<Place[]> {
  const due = new Date(now.getTime() - dueMilliseconds)
  const { rows } = await sql<Place>`
    with settled as (
      select organization_id, time_zone from metrics_roll_up where rolled_up_until > ${due}
    ), frozen as (
      select organization_id from frozen_clock
    ), derived as (
      select organization_id from pending_movement
    )
    select z.organization_id as "organizationId", z.time_zone as "timeZone"
      from organization_time_zone z
     where (${after}::uuid is null or z.organization_id > ${after})
       and not exists (select from settled r
                        where r.organization_id = z.organization_id and r.time_zone = z.time_zone)
       and not exists (select from frozen f where f.organization_id = z.organization_id)
       and not exists (select from derived m where m.organization_id = z.organization_id)
     order by z.organization_id
     limit ${placesMax}`.execute(db)
  return rows
}

/** Two processes roll up one after the other. */
export async function lockRollUp(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
): Promise<RollUpRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('metrics.roll_up'),
                                         hashtext(${organizationId}))`.execute(tx)
  return tx
    .selectFrom('metricsRollUp')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()
}

/** Since when a checkout or a payment may still succeed: its day isn’t over before that. */
export async function findOpenSince(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
): Promise<Date | null> {
  // Without the offset the planner might walk through all of them from the oldest.
  const { rows } = await sql<{ since: Date | null }>`
    select min(created_at) as since
      from (select created_at from opened_checkout
             where organization_id = ${organizationId} and status in ('open', 'confirmed')
            union all
            select created_at from order_payment
             where organization_id = ${organizationId} and status = 'pending'
               and order_id is not null
            offset 0) unfinished`.execute(tx)
  return rows[0]?.since ?? null
}

export async function findFirstInstant(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
): Promise<Date | null> {
  const { rows } = await sql<{ first: Date | null }>`
    select least(
      (select min(created_at) from placed_order where organization_id = ${organizationId}),
      (select min(created_at) from opened_checkout where organization_id = ${organizationId}),
      (select min(occurred_at) from recurring_movement
        where organization_id = ${organizationId})) as first`.execute(tx)
  return rows[0]?.first ?? null
}
