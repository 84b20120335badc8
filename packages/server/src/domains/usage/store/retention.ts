import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { removeChosen } from './delete-events.ts'
import { customerOfEvent, eventColumns, joinVoid, type UsageEventRow } from './events.ts'
import { noSubscription } from './usage-periods.ts'

/** The first days of the months that events were ingested in. */
export async function listMonths(db: Kysely<Tables>): Promise<readonly Date[]> {
  const { rows } = await sql<{ first: string }>`
    select to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD')::text as first
      from pg_inherits where inhparent = 'usage_event'::regclass`.execute(db)
  return rows.map(({ first }) => new Date(`${first}T00:00:00Z`))
}

const ingestedIn = (month: Date) => sql`(ingested_at >= ${month}
  and ingested_at < (${month} at time zone 'UTC' + interval '1 month') at time zone 'UTC')`

export interface Retention {
  readonly month: Date
  /** In real time. */
  readonly now: Date
  readonly months: number
}

/**
 * An organization that needs events of the month: because of its clock they are recent, or they
 * belong to a period of a subscription that lasts or ended recently. Clocks of clients may have been
 * ahead by a minute.
 */
export async function findNeeding(
  db: Kysely<Tables>,
  { month, now, months }: Retention,
): Promise<Id<'organization'> | null> {
  const since = sql`((date_trunc('month', coalesce(f.frozen_at, ${now}) at time zone 'UTC')
    - make_interval(months => ${months}::int)) at time zone 'UTC')`
  const { rows } = await sql<{ organizationId: Id<'organization'> }>`
    select usage_event.organization_id as "organizationId"
      from usage_event
      left join frozen_clock f on f.organization_id = usage_event.organization_id
     where ${ingestedIn(month)}
       and ("timestamp" >= ${since} + interval '1 minute'
            or exists (
              select from usage_period p
               where p.organization_id = usage_event.organization_id
                 and p.customer_id = ${customerOfEvent([])}
                 and p.subscription_id <> ${noSubscription} and p.entity = ''
                 and p.starts_at <= usage_event."timestamp"
                 and (p.is_open
                      or (p.ends_at >= ${since}
                          and usage_event."timestamp" < greatest(p.ends_at, p.open_until)))))
     limit 1`.execute(db)
  return rows[0]?.organizationId ?? null
}

/** From now on the events of the month aren’t promised. Answers whose there are. */
export async function announceRemoval(
  db: Kysely<Tables>,
  month: Date,
): Promise<readonly Id<'organization'>[]> {
  const { rows } = await sql<{ organizationId: Id<'organization'> }>`
    insert into usage_retention as known (organization_id, complete_from)
    select organization_id, max("timestamp") + interval '1 millisecond'
      from usage_event where ${ingestedIn(month)}
     group by organization_id order by organization_id
    on conflict (organization_id) do update
      set complete_from = greatest(known.complete_from, excluded.complete_from)
    returning organization_id as "organizationId"`.execute(db)
  return rows.map(({ organizationId }) => organizationId)
}

const eventsAtOnce = 1000

export interface MonthOf {
  readonly organizationId: Id<'organization'>
  readonly month: Date
}

type LockedEvent = Pick<
  UsageEventRow,
  'organizationId' | 'id' | 'customerId' | 'externalCustomerId'
>

/** Those that are being corrected at this moment are left out. */
export async function lockEvents(
  tx: Transaction<Tables>,
  { organizationId, month }: MonthOf,
  after: Id<'usageEvent'> | null,
): Promise<readonly LockedEvent[]> {
  const { rows } = await sql<LockedEvent>`
    select organization_id as "organizationId", id, customer_id as "customerId",
           external_customer_id as "externalCustomerId"
      from usage_event
     where organization_id = ${organizationId} and ${ingestedIn(month)}
       and (${after}::uuid is null or id > ${after})
     order by id limit ${eventsAtOnce}
       for update skip locked`.execute(tx)
  return rows
}

export async function readEvents(
  tx: Transaction<Tables>,
  { organizationId, month }: MonthOf,
  ids: readonly Id<'usageEvent'>[],
): Promise<readonly UsageEventRow[]> {
  const { rows } = await sql<UsageEventRow>`
    select ${eventColumns([organizationId])} from usage_event ${joinVoid([organizationId])}
     where organization_id = ${organizationId} and id = any(${ids}::uuid[])
       and ${ingestedIn(month)}`.execute(tx)
  return rows
}

/** With their names, external ids and corrections. */
export async function removeEvents(
  tx: Transaction<Tables>,
  { organizationId, month }: MonthOf,
  ids: readonly Id<'usageEvent'>[],
): Promise<void> {
  const isRemoved = sql`organization_id = ${organizationId} and id = any(${ids}::uuid[])
    and ${ingestedIn(month)}`
  await sql`
    insert into usage_event_name as known
      (organization_id, name, source, slot, occurrences, first_seen, last_seen)
    select organization_id, name, source, 0, -count(*), min("timestamp"), max("timestamp")
      from usage_event where ${isRemoved}
     group by organization_id, name, source
     order by organization_id, name, source
    on conflict (organization_id, name, source, slot) do update
      set occurrences = known.occurrences + excluded.occurrences`.execute(tx)
  await removeChosen(
    tx,
    organizationId,
    sql`select id, ingested_at, external_id from usage_event where ${isRemoved}`,
  )
}

/** False if it isn’t empty, or is in use. */
export async function dropMonth(db: Kysely<Tables>, month: Date): Promise<boolean> {
  const { rows } = await sql<{ isDropped: boolean }>`
    select guildhall_drop_empty_usage_month(${month.toISOString().slice(0, 10)}::date)
      as "isDropped"`.execute(db)
  return rows[0]?.isDropped === true
}

/** Since when all events of these organizations are kept, where some were removed. */
export async function findCompleteFrom(
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
): Promise<ReadonlyMap<Id<'organization'>, Date>> {
  const { rows } = await sql<{ organizationId: Id<'organization'>; completeFrom: Date }>`
    select organization_id as "organizationId", complete_from as "completeFrom"
      from usage_retention where organization_id = any(${organizationIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ organizationId, completeFrom }) => [organizationId, completeFrom]))
}
