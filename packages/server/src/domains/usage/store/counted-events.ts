import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { CompiledMeter } from './count-events.ts'
import { countedAt } from './events.ts'
import { findPeriod } from './usage-periods.ts'
import { conditionsOf } from './whom.ts'

/** What a period of a subscription had counted at one time, or what changed since another. */
export interface CountedPeriod {
  readonly customerId: Id<'customer'>
  readonly subscriptionId: Id<'subscription'>
  /** To the microsecond, as the other times. */
  readonly startsAt: string
  /** Null where all of it is asked for. */
  readonly countedAfter: string | null
  readonly countedUntil: string
}

export interface CountedEventRow {
  readonly id: Id<'usageEvent'>
  readonly timestamp: Date
  readonly name: string
  readonly externalId: string | null
  readonly entity: string | null
  readonly value: string
  readonly isRemoved: boolean
  readonly voidedAt: Date | null
  readonly replacedBy: Id<'usageEvent'> | null
}

interface PageOfEvents {
  readonly after: Id<'usageEvent'> | undefined
  readonly count: number
}

/** The earliest first. */
export async function listCounted(
  db: Kysely<Tables>,
  meter: CompiledMeter,
  period: CountedPeriod,
  { after, count }: PageOfEvents,
): Promise<readonly CountedEventRow[]> {
  const { organizationId } = meter
  const parts = await conditionsOf(db, organizationId, { customerId: [period.customerId] })
  const behind =
    after === undefined
      ? sql`true`
      : sql`("timestamp", id) > (select "timestamp", id from usage_event
                                  where organization_id = ${organizationId} and id = ${after})`
  const selects = (parts ?? []).flatMap((part) =>
    changesOf(meter, period).map(
      (change) => sql`(${countedIn(meter, period, sql`${part} and ${behind}`)}
        ${change} order by c."timestamp", c.id limit ${count})`,
    ),
  )
  const { rows } = await sql<CountedEventRow>`
    select * from (${sql.join(selects, sql` union all `)}) as found
     order by "timestamp", id limit ${count}`.execute(db)
  return rows
}

/** The events that belong to the period, whenever they were counted. */
const countedIn = (
  { organizationId, id, countsFrom, matches, quantity }: CompiledMeter,
  { customerId, subscriptionId, startsAt, countedUntil }: CountedPeriod,
  among: RawBuilder<unknown>,
) => sql`
  select c.id, c."timestamp", c.name, c.external_id as "externalId", c.entity,
         c.quantity::text as value,
         coalesce(v.uncounted_at <= ${countedUntil}::timestamptz, false) as "isRemoved",
         v.voided_at as "voidedAt", v.replaced_by as "replacedBy"
    from (select organization_id, id, "timestamp", name, external_id, entity, subscription_id,
                 ${customerId}::uuid as customer_id, ${id}::uuid as meter_id,
                 ${countedAt([organizationId])} as counted_at, ${quantity} as quantity
            from usage_event
           where organization_id = ${organizationId}
             and "timestamp" >= greatest(${startsAt}::timestamptz, ${countsFrom})
             and "timestamp" < (
               select greatest(p.ends_at, p.open_until) from usage_period p
                where p.organization_id = ${organizationId} and p.customer_id = ${customerId}
                  and p.meter_id = ${id} and p.subscription_id = ${subscriptionId}
                  and p.entity = '' and p.starts_at = ${startsAt}::timestamptz)
             and ingested_at <= ${countedUntil}::timestamptz and ${among} and ${matches}) c
    left join usage_void v on v.organization_id = ${organizationId} and v.event_id = c.id
    ${findPeriod([organizationId])}
   where found.subscription_id = ${subscriptionId}
     and found.starts_at = ${startsAt}::timestamptz and c.quantity is not null`

/** Those that count, and, since another time, those that don’t any more. */
function changesOf(
  { organizationId }: CompiledMeter,
  { countedAfter, countedUntil }: CountedPeriod,
): readonly RawBuilder<unknown>[] {
  const until = sql`${countedUntil}::timestamptz`
  const counts = sql`and c.counted_at <= ${until}
    and (v.event_id is null or v.uncounted_at > ${until})`
  if (countedAfter === null) return [counts]
  const since = sql`${countedAfter}::timestamptz`
  return [
    sql`${counts} and c.counted_at > ${since}`,
    sql`and c.counted_at <= ${since} and c.id in (
      select event_id from usage_void
       where organization_id = ${organizationId}
         and uncounted_at > ${since} and uncounted_at <= ${until})`,
  ]
}
