import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { isOfOneOf, isOfOrganization } from '../../../platform/database/of-organization.ts'
import type { DueInstant, DueList } from '../../../platform/due/due-list.ts'
import type { RollUpRow } from './days.ts'

export interface Place {
  readonly organizationId: Id<'organization'>
  readonly timeZone: string
}

/** The shortest day has 23 hours, and it is settled an hour after it. */
const dueHours = 24

const hoursBefore = (now: Date, hours: number): Date => new Date(now.getTime() - hours * 3_600_000)

/**
 * The organizations whose days are rolled up, and when the next one is over. Those whose clock was
 * advanced are small and counted when they are read.
 */
export const daysToRollUp: DueList = {
  kind: 'metrics.roll_up',
  leaseMilliseconds: 10 * 60_000,
  isPatient: true,
  findNext: async (db, organizationIds, now) => {
    const isOf = (alias: string) => isOfOrganization({ alias, row: 'z', organizationIds })
    const { rows } = await sql<DueInstant>`
      select z.organization_id,
             case when r.time_zone = z.time_zone
                  then r.rolled_up_until + make_interval(hours => ${dueHours})
                  else ${now}::timestamptz end as due_at
        from organization_time_zone z
        left join metrics_roll_up r on ${isOf('r')}
       where ${isOfOneOf('z.organization_id', organizationIds)}
         and not exists (select from frozen_clock f where ${isOf('f')})`.execute(db)
    return rows
  },
  // Only what is late: all others have a note, or get it when they are rolled up.
  findAll: async (db, _until, now) => {
    const { rows } = await sql<DueInstant>`
      with settled as (
        select organization_id, time_zone from metrics_roll_up
         where rolled_up_until > ${hoursBefore(now, dueHours + 1)}
      ), frozen as (
        select organization_id from frozen_clock
      )
      select z.organization_id, ${now}::timestamptz as due_at
        from organization_time_zone z
       where not exists (select from settled r
                          where r.organization_id = z.organization_id
                            and r.time_zone = z.time_zone)
         and not exists (
           select from frozen f where f.organization_id = z.organization_id)`.execute(db)
    return rows
  },
}

interface Asked {
  readonly organizationIds: readonly Id<'organization'>[]
  readonly now: Date
}

/** Those of these whose days may be over by now, and whose movements are not derived any more. */
export async function listToRollUp(
  db: Kysely<Tables>,
  { organizationIds, now }: Asked,
): Promise<Place[]> {
  const isOf = (alias: string) => isOfOrganization({ alias, row: 'z', organizationIds })
  const { rows } = await sql<Place>`
    select z.organization_id as "organizationId", z.time_zone as "timeZone"
      from organization_time_zone z
     where ${isOfOneOf('z.organization_id', organizationIds)}
       and not exists (
         select from metrics_roll_up r
          where ${isOf('r')} and r.time_zone = z.time_zone
            and r.rolled_up_until > ${hoursBefore(now, dueHours)})
       and not exists (select from frozen_clock f where ${isOf('f')})
       and not exists (select from pending_movement m where ${isOf('m')})
     order by z.organization_id`.execute(db)
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
