import { type RawBuilder, sql } from 'kysely'

/** The subscription of usage outside of subscriptions: `usage_period` has it in its key. */
export const noSubscription = '00000000-0000-0000-0000-000000000000'

/**
 * The period that the contribution `c` belongs to, as `found`. Without a subscription it is that of
 * the oldest one that lasts at its time and has the meter, otherwise outside of all. What was counted
 * before a period was closed stays in it, also if it happens later. What happens after the end of an
 * open period belongs to the next, which begins there.
 */
export const findPeriod = sql`
  left join lateral (
    select p.subscription_id,
           case when is_within then p.starts_at else p.ends_at end as starts_at,
           case when is_within then p.ends_at else 'infinity' end as ends_at
      from usage_period p
     cross join lateral (
       select c."timestamp" < case when c.counted_at <= p.closed_at then p.open_until
                                   else p.ends_at end) t (is_within)
     where p.organization_id = c.organization_id and p.customer_id = c.customer_id
       and p.meter_id = c.meter_id and p.entity = ''
       and p.starts_at <= c."timestamp" and (is_within or p.is_open)
       and (c.subscription_id is null
            or p.subscription_id in (c.subscription_id, ${noSubscription}))
     order by p.subscription_id = ${noSubscription}, p.subscription_id, not is_within,
              p.starts_at
     limit 1) found on true`

/**
 * Parts of a statement that find the periods of contributions. Its `contribution` has the columns
 * organization_id, customer_id, meter_id, subscription_id, entity, timestamp, counted_at, which is
 * when balances got it, and quantity.
 */
const summed = sql`
  placed as materialized (
    select c.organization_id, c.customer_id, c.meter_id, c.entity, c."timestamp", c.quantity,
           coalesce(found.subscription_id, ${noSubscription}) as subscription_id,
           coalesce(found.starts_at, '-infinity') as starts_at,
           coalesce(found.ends_at, 'infinity') as ends_at
      from contribution c
      ${findPeriod}
  ), summed as (
    select organization_id, customer_id, meter_id, subscription_id, part.entity, starts_at,
           max(ends_at) as ends_at, count(*) as event_count, sum(quantity) as sum, max(quantity) as max,
           min(quantity) as min, max("timestamp") as last_timestamp
      from placed
     cross join lateral (select '' as entity union select placed.entity
                          where placed.entity is not null) part
     group by organization_id, customer_id, meter_id, subscription_id, part.entity, starts_at
  )`

/**
 * The last parts of a statement that adds contributions to customers’ balances, while their periods
 * are held. Rows are locked in their order, so that parallel statements can’t deadlock.
 */
export const addContributions: RawBuilder<unknown> = sql`${summed}, known_meter as (
    insert into customer_meter (organization_id, id, customer_id, meter_id, created_at)
    select organization_id, gen_random_uuid(), customer_id, meter_id, statement_timestamp()
      from (select distinct organization_id, customer_id, meter_id from summed) s
     where not exists (
       select from customer_meter m
        where m.organization_id = s.organization_id and m.customer_id = s.customer_id
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
export const removeContributions: RawBuilder<unknown> = sql`${summed}, locked as materialized (
    select s.*
      from summed s
      join usage_period p using
        (organization_id, customer_id, meter_id, subscription_id, entity, starts_at)
     order by organization_id, customer_id, meter_id, subscription_id, entity, starts_at
       for update of p
  ), removed as (
    update usage_period p
       set event_count = p.event_count - l.event_count, sum = p.sum - l.sum,
           modified_at = statement_timestamp()
      from locked l
     where p.organization_id = l.organization_id and p.customer_id = l.customer_id
       and p.meter_id = l.meter_id and p.subscription_id = l.subscription_id
       and p.entity = l.entity and p.starts_at = l.starts_at
  )`
