import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { isOfOrganization } from '../../../platform/database/of-organization.ts'
import { countedAt, type UsageEventRow } from './events.ts'

/** The subscription of usage outside of subscriptions: `usage_period` has it in its key. */
export const noSubscription = '00000000-0000-0000-0000-000000000000'

/** Whose rows a statement reads and writes. */
type Organizations = readonly Id<'organization'>[]

/**
 * The period that the contribution `c` belongs to, as `found`. Without a subscription it is that of
 * the oldest one that lasts at its time and has the meter, otherwise outside of all. What was counted
 * before a period was closed stays in it, also if it happens later. What happens after the end of an
 * open period belongs to the next, which begins there.
 */
export const findPeriod = (organizationIds: Organizations): RawBuilder<unknown> => sql`
  left join lateral (
    select p.subscription_id,
           case when is_within then p.starts_at else p.ends_at end as starts_at,
           case when is_within then p.ends_at else 'infinity' end as ends_at
      from usage_period p
     cross join lateral (
       select c."timestamp" < case when c.counted_at <= p.closed_at then p.open_until
                                   else p.ends_at end) t (is_within)
     where ${isOfOrganization({ alias: 'p', row: 'c', organizationIds })}
       and p.customer_id = c.customer_id and p.meter_id = c.meter_id and p.entity = ''
       and p.starts_at <= c."timestamp" and (is_within or p.is_open)
       and (c.subscription_id is null
            or p.subscription_id in (c.subscription_id, ${noSubscription}))
     order by p.subscription_id = ${noSubscription}, p.subscription_id, not is_within,
              p.starts_at
     limit 1) found on true`

const key = sql.raw('organization_id, customer_id, meter_id, subscription_id, entity, starts_at')

/**
 * Parts of a statement that find the periods of contributions. Its `contribution` has the columns
 * organization_id, customer_id, meter_id, subscription_id, entity, timestamp, counted_at, which is
 * when balances got it, quantity, and value where unique values are counted.
 */
const summedAs = (organizationIds: Organizations, name: string, hash: RawBuilder<unknown>) => sql`
  placed as materialized (
    select c.organization_id, c.customer_id, c.meter_id, c.entity, c."timestamp", c.quantity,
           ${hash} as value_hash, coalesce(found.subscription_id, ${noSubscription}) as subscription_id,
           coalesce(found.starts_at, '-infinity') as starts_at,
           coalesce(found.ends_at, 'infinity') as ends_at
      from contribution c
      ${findPeriod(organizationIds)}
  ), ${sql.raw(name)} as (
    select organization_id, customer_id, meter_id, subscription_id, part.entity, starts_at,
           max(ends_at) as ends_at, count(*) as event_count, sum(quantity) as sum, max(quantity) as max,
           min(quantity) as min, max("timestamp") as last_timestamp
      from placed
     cross join lateral (${partsOf('placed')}) part
     group by organization_id, customer_id, meter_id, subscription_id, part.entity, starts_at
  )`

/** All of a customer, and the part that an event names. */
const partsOf = (row: string) =>
  sql.raw(`select '' as entity union select ${row}.entity where ${row}.entity is not null`)

const summed = (organizationIds: Organizations) =>
  summedAs(organizationIds, 'summed', sql`null::bytea`)

/**
 * The same if contributions have values. The sum of their periods changes by how many values are new
 * or gone.
 */
const summedWith = (organizationIds: Organizations, valueChange: RawBuilder<unknown>) => sql`
  ${summedAs(organizationIds, 'grouped', hashOfContribution)},
  valued as (
    select organization_id, customer_id, meter_id, subscription_id, part.entity, starts_at,
           value_hash, count(*) as event_count
      from placed
     cross join lateral (${partsOf('placed')}) part
     where value_hash is not null
     group by organization_id, customer_id, meter_id, subscription_id, part.entity, starts_at,
              value_hash
  ), ${valueChange}, summed as (
    select ${key}, g.ends_at, g.event_count, coalesce(c.unique_count, g.sum) as sum, g.max, g.min,
           g.last_timestamp
      from grouped g
      left join value_change c using (${key})
  )`

/**
 * What tells one value, which is JSON, from another: 5 and 5.0 are the same, 5 and "5" aren’t. It is
 * short however long the value is.
 */
const hashOfValue = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  sha256(convert_to(case jsonb_typeof(${value}) when 'number' then trim_scale(${value}::numeric)::text
                         else ${value}::text end, 'UTF8'))`

const hashOfContribution = sql`case when c.value is not null then ${hashOfValue(sql`c.value`)} end`

/** A value whose events are these only is new. */
const addedValues = sql`
  stored_value as (
    insert into usage_value as v (${key}, value_hash, event_count)
    select ${key}, value_hash, event_count from valued order by ${key}, value_hash
    on conflict (${key}, value_hash)
    do update set event_count = v.event_count + excluded.event_count
    returning ${key}, value_hash, event_count
  ), value_change as (
    select ${key}, count(*) filter (where s.event_count = n.event_count) as unique_count
      from stored_value s
      join valued n using (${key}, value_hash)
     group by ${key}
  )`

const isOfValue = (organizationIds: Organizations) => sql`
           ${isOfOrganization({ alias: 'v', row: 'n', organizationIds })}
       and v.customer_id = n.customer_id and v.meter_id = n.meter_id
       and v.subscription_id = n.subscription_id and v.entity = n.entity
       and v.starts_at = n.starts_at and v.value_hash = n.value_hash`

const removedValues = (organizationIds: Organizations) => sql`
  kept_value as (
    update usage_value v set event_count = v.event_count - n.event_count
      from valued n
     where ${isOfValue(organizationIds)}
    returning v.organization_id, v.customer_id, v.meter_id, v.subscription_id, v.entity,
              v.starts_at, v.event_count
  ), value_change as (
    select ${key}, count(*) filter (where event_count = 0) as unique_count
      from kept_value
     group by ${key}
  )`

const keptValues = (organizationIds: Organizations) => sql`
  kept_value as (
    update usage_value v set removed_count = v.removed_count + n.event_count
      from valued n
     where ${isOfValue(organizationIds)}
    returning v.organization_id, v.customer_id, v.meter_id, v.subscription_id, v.entity,
              v.starts_at, v.removed_count = n.event_count as is_first
  ), value_change as (
    select ${key}, count(*) filter (where is_first) as unique_count from kept_value
     group by ${key}
  )`

/**
 * The last parts of a statement that adds contributions to customers’ balances, while their periods
 * are held. Rows are locked in their order, so that parallel statements can’t deadlock; where
 * contributions have values, those of the customers are taken before.
 */
export const addContributions = ({
  organizationIds,
  haveValues,
}: Added): RawBuilder<unknown> => sql`
  ${haveValues ? summedWith(organizationIds, addedValues) : summed(organizationIds)},
  ${adding(organizationIds)}`

interface Added {
  readonly organizationIds: Organizations
  readonly haveValues: boolean
}

const adding = (organizationIds: Organizations) => sql`known_meter as (
    insert into customer_meter (organization_id, id, customer_id, meter_id, created_at)
    select organization_id, gen_random_uuid(), customer_id, meter_id, statement_timestamp()
      from (select distinct organization_id, customer_id, meter_id from summed) s
     where not exists (
       select from customer_meter m
        where ${isOfOrganization({ alias: 'm', row: 's', organizationIds })}
         and m.customer_id = s.customer_id
          and m.meter_id = s.meter_id)
     order by organization_id, customer_id, meter_id
    on conflict (organization_id, customer_id, meter_id) do nothing
  ), added as (
    insert into usage_period as p
      (organization_id, customer_id, meter_id, subscription_id, entity, starts_at, ends_at,
       event_count, sum, max, min, last_timestamp, modified_at)
    select organization_id, customer_id, meter_id, subscription_id, entity, starts_at, ends_at,
           event_count, sum, max, min, last_timestamp, statement_timestamp()
      from summed
     order by organization_id, customer_id, meter_id, subscription_id, entity, starts_at
    on conflict (organization_id, customer_id, meter_id, subscription_id, entity, starts_at)
    do update set event_count = p.event_count + excluded.event_count,
      sum = p.sum + excluded.sum, max = greatest(p.max, excluded.max),
      min = least(p.min, excluded.min),
      last_timestamp = greatest(p.last_timestamp, excluded.last_timestamp),
      modified_at = excluded.modified_at
  )`

/** The same for contributions that are taken back. Maximum and minimum stay as they are. */
export const removeContributions = ({ organizationIds, haveValues }: Added): RawBuilder<unknown> =>
  sql`
  ${haveValues ? summedWith(organizationIds, removedValues(organizationIds)) : summed(organizationIds)},
  ${removing(organizationIds)}`

const removing = (organizationIds: Organizations) => sql`locked as materialized (
    select s.*
      from summed s
      join usage_period p on ${isOfPeriod('s', organizationIds)}
     order by p.organization_id, p.customer_id, p.meter_id, p.subscription_id, p.entity, p.starts_at
       for update of p
  ), removed as (
    update usage_period p
       set event_count = p.event_count - l.event_count, sum = p.sum - l.sum,
           modified_at = statement_timestamp()
      from locked l
     where ${isOfPeriod('l', organizationIds)}
  )`

const isOfPeriod = (row: string, organizationIds: Organizations) => sql`
           ${isOfOrganization({ alias: 'p', row, organizationIds })}
       and (p.customer_id, p.meter_id, p.subscription_id, p.entity, p.starts_at)
         = (${sql.join(ofPeriod.map((column) => sql.ref(`${row}.${column}`)))})`

const ofPeriod = ['customer_id', 'meter_id', 'subscription_id', 'entity', 'starts_at']

/** The same for contributions whose events are being removed, while nobody else changes the periods. */
export const keepContributions = ({ organizationIds, haveValues }: Added): RawBuilder<unknown> =>
  sql`
  ${haveValues ? summedWith(organizationIds, keptValues(organizationIds)) : summed(organizationIds)}, kept as (
    update usage_period p
       set removed_count = p.removed_count + s.event_count, removed_sum = p.removed_sum + s.sum,
           removed_max = greatest(p.removed_max, s.max), removed_min = least(p.removed_min, s.min)
      from summed s
     where ${isOfPeriod('s', organizationIds)}
  )`

/** Times as text are to the microsecond. */
export interface PeriodOfEvent {
  readonly meterId: Id<'meter'>
  readonly subscriptionId: Id<'subscription'>
  readonly startsAt: Date
  readonly startsAtExactly: string
  readonly endsAt: Date | null
  readonly countedAt: string
  /** When balances lost it; null while they have it. */
  readonly uncountedAt: string | null
}

/** The periods of subscriptions in which these meters count an event. */
export async function findPeriodsOfEvent(
  db: Kysely<Tables>,
  { organizationId, id, customerId }: Pick<UsageEventRow, 'organizationId' | 'id' | 'customerId'>,
  meterIds: readonly Id<'meter'>[],
): Promise<readonly PeriodOfEvent[]> {
  const { rows } = await sql<PeriodOfEvent>`
    select c.meter_id as "meterId", found.subscription_id as "subscriptionId",
           found.starts_at as "startsAt", found.starts_at::text as "startsAtExactly",
           nullif(found.ends_at, 'infinity') as "endsAt", c.counted_at::text as "countedAt",
           v.uncounted_at::text as "uncountedAt"
      from (select organization_id, id, "timestamp", subscription_id, ${customerId}::uuid as customer_id,
                   meter_id, ${countedAt([organizationId])} as counted_at
              from usage_event cross join unnest(${meterIds}::uuid[]) as meter_id
             where organization_id = ${organizationId} and id = ${id}) c
      left join usage_void v on v.organization_id = ${organizationId} and v.event_id = c.id
      ${findPeriod([organizationId])}
     where found.starts_at <> '-infinity'`.execute(db)
  return rows
}
