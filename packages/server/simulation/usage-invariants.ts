import { earlyInvariants } from './early-invariants.ts'
import { priceInvariants } from './price-invariants.ts'
import { isUndiscounted, isUnreturned } from './usage-billed.ts'
import { ownRows, subscriptions } from './world-rows.ts'

const periods = `(select * from usage_period where organization_id = w.id and entity = '')`
const noSubscription = `'00000000-0000-0000-0000-000000000000'`

const values = `(select * from usage_value where organization_id = w.id and entity = '') v`

/** Of a customer and a meter, whose rows the statement calls `c` and `m`. */
const eventsOfMeter = `
  usage_event e where e.organization_id = w.id and e.customer_id = c.id
    and e.name = case m.name when 'Pages' then 'page' else 'call' end
    and e."timestamp" >= m.counts_from
    and not exists (select from usage_void v
                     where v.organization_id = w.id and v.event_id = e.id)`

const quantityOf = `case m.aggregation_func when 'count' then 1 else (e.metadata ->> 'size')::numeric end`

const balances = `${ownRows('customer')} c cross join ${ownRows('meter')} m`

const countedBy = (column: string) => `
  (select ${column} from ${periods} p where p.customer_id = c.id and p.meter_id = m.id)`

const running = `
  (select s.id as subscription_id, s.customer_id, s.current_period_end, p.meter_id
     from ${subscriptions} s
     join subscription_price p
       on p.organization_id = w.id and p.subscription_id = s.id and p.meter_id is not null
    where s.ended_at is null)`

/**
 * What items and waiting entries say about a metered price, before the discounts of orders. What is
 * taken back of a discounted item is that much less, so only net amounts add up.
 */
const billed = `
  (select o.subscription_id, i.product_price_id, i.amount, i.amount - i.discount_amount as net_amount
     from order_item i
     join orders o on o.organization_id = w.id and o.id = i.order_id
     join product_price p on p.organization_id = w.id and p.id = i.product_price_id
    where i.organization_id = w.id and p.meter_id is not null
   union all
   select e.subscription_id, e.product_price_id, e.amount, e.amount
     from billing_entry e
     join product_price p on p.organization_id = w.id and p.id = e.product_price_id
    where e.organization_id = w.id and e.order_id is null and p.meter_id is not null)`

const settled = ownRows('settled_usage')

/** What holds at any moment. */
export const usageInvariants = {
  'each event of a customer is counted once by each meter': `
    select m.name as violation from ${balances}
     where (select count(*) from ${eventsOfMeter})
           <> ${countedBy('coalesce(sum(p.event_count), 0)')}`,
  'what happens in a period of a subscription is used in one': `
    select m.name as violation from ${balances}
     where (select count(*) from ${eventsOfMeter}
               and exists (select from ${periods} p
                            where p.customer_id = c.id and p.meter_id = m.id
                              and p.subscription_id <> ${noSubscription}
                              and p.starts_at <= e."timestamp" and p.ends_at > e."timestamp"))
           > (select coalesce(sum(p.event_count), 0) from ${periods} p
               where p.customer_id = c.id and p.meter_id = m.id
                 and p.subscription_id <> ${noSubscription})`,
  'quantities add up to those of the events': `
    select m.name as violation from ${balances}
     where m.aggregation_func <> 'unique'
       and (select coalesce(sum(${quantityOf}), 0) from ${eventsOfMeter})
           <> ${countedBy('coalesce(sum(p.sum), 0)')}`,
  'the maximum is that of an event': `
    select m.name as violation from ${balances}
     where m.aggregation_func = 'max'
       and (select max(${quantityOf}) from ${eventsOfMeter})
           is distinct from ${countedBy('max(p.max)')}`,
  'unique values are those of the events': `
    select m.name as violation from ${balances}
     where m.aggregation_func = 'unique'
       and ((select count(distinct e.metadata -> 'size') from ${eventsOfMeter})
            <> (select count(distinct v.value_hash) from ${values}
                 where v.customer_id = c.id and v.meter_id = m.id and v.event_count > 0)
         or (select count(*) from ${eventsOfMeter})
            <> (select coalesce(sum(v.event_count), 0) from ${values}
                 where v.customer_id = c.id and v.meter_id = m.id))`,
  'a period counts each of its unique values once': `
    select p.customer_id::text as violation from ${periods} p
      join ${ownRows('meter')} m on m.id = p.meter_id and m.aggregation_func = 'unique'
     where p.sum <> (select count(*) from ${values}
                      where v.customer_id = p.customer_id and v.meter_id = p.meter_id
                        and v.subscription_id = p.subscription_id and v.starts_at = p.starts_at
                        and v.event_count > 0)`,
  'an external id is stored once': `
    select e.external_id as violation from ${ownRows('usage_event')} e
     where e.external_id is not null group by e.external_id having count(*) > 1`,
  'the names of events are counted': `
    select n.name as violation from (
      select name, sum(occurrences) as occurrences from ${ownRows('usage_event_name')} o group by name) n
     where n.occurrences <> (select count(*) from usage_event e
                              where e.organization_id = w.id and e.name = n.name)`,
  'an event is voided once, and replaced by one that exists': `
    select v.event_id::text as violation from ${ownRows('usage_void')} v
     where v.replaced_by is not null and not exists (
       select from usage_event e where e.organization_id = w.id and e.id = v.replaced_by)`,
  'a metered price has an open period, which ends with the billing period': `
    select r.subscription_id::text as violation from ${running} r
     where not exists (
       select from ${periods} p
        where p.subscription_id = r.subscription_id and p.meter_id = r.meter_id and p.is_open
          and p.customer_id = r.customer_id and p.ends_at = r.current_period_end)`,
  'open periods are those of running subscriptions': `
    select p.subscription_id::text as violation from ${periods} p
     where p.is_open and not exists (
       select from ${running} r
        where r.subscription_id = p.subscription_id and r.meter_id = p.meter_id)`,
  'a meter has one open period in a subscription': `
    select p.subscription_id::text as violation from ${periods} p
     where p.is_open group by p.subscription_id, p.meter_id having count(*) > 1`,
  'periods of a subscription don’t overlap': `
    select p.subscription_id::text as violation from ${periods} p
      join ${periods} o on o.subscription_id = p.subscription_id and o.meter_id = p.meter_id
       and o.starts_at > p.starts_at and o.starts_at < p.ends_at
     where p.subscription_id <> ${noSubscription}
       and date_trunc('milliseconds', o.starts_at) = o.starts_at`,
  'usage outside of subscriptions has one period': `
    select p.starts_at::text as violation from ${periods} p
     where p.subscription_id = ${noSubscription}
       and (p.starts_at <> '-infinity' or p.ends_at <> 'infinity' or p.is_open)`,
  'what follows by itself follows an open period': `
    select p.subscription_id::text as violation from ${periods} p
     where p.subscription_id <> ${noSubscription} and not p.is_open and p.ends_at = 'infinity'
       and not exists (
         select from ${periods} o
          where o.subscription_id = p.subscription_id and o.meter_id = p.meter_id
            and o.is_open and o.ends_at = p.starts_at)`,
  'a subscription has the meters of its prices': `
    select m.subscription_id::text as violation from ${ownRows('subscription_meter')} m
     where not exists (select from ${running} r
                        where r.subscription_id = m.subscription_id and r.meter_id = m.meter_id)
     union all
    select r.subscription_id::text from ${running} r
     where not exists (select from subscription_meter m
                        where m.organization_id = w.id and m.subscription_id = r.subscription_id
                          and m.meter_id = r.meter_id)`,
  'what was billed is a period that is over, or a part of one that goes on': `
    select s.subscription_id::text as violation from ${settled} s
     where not exists (
       select from ${periods} p
        where p.subscription_id = s.subscription_id and p.meter_id = s.meter_id
          and p.customer_id = s.customer_id and p.starts_at = s.starts_at
          and (s.is_open or not p.is_open))`,
  ...priceInvariants,
  ...earlyInvariants,
  'usage is billed as it was settled': `
    select s.subscription_id::text as violation from (
      select subscription_id, product_price_id, sum(amount) as amount
        from ${settled} x group by subscription_id, product_price_id) s
     where ${isUndiscounted('s.subscription_id')} and ${isUnreturned('s.subscription_id')}
       and s.amount <> (select coalesce(sum(b.amount), 0) from ${billed} b
                         where b.subscription_id = s.subscription_id
                           and b.product_price_id = s.product_price_id)`,
  'no more is billed than was settled': `
    select b.subscription_id::text as violation from (
      select subscription_id, product_price_id, sum(net_amount) as amount
        from ${billed} x group by subscription_id, product_price_id) b
     where ${isUnreturned('b.subscription_id')}
       and b.amount > (select coalesce(sum(s.amount), 0) from ${settled} s
                        where s.subscription_id = b.subscription_id
                          and s.product_price_id = b.product_price_id)`,
  'usage is billed for a period that was settled': `
    select b.subscription_id::text as violation from ${billed} b
     where not exists (select from ${settled} s
                        where s.subscription_id = b.subscription_id
                          and s.product_price_id = b.product_price_id)`,
  'nothing is settled of a trial': `
    select s.subscription_id::text as violation from ${settled} s
      join subscription t on t.organization_id = w.id and t.id = s.subscription_id
     where t.trial_end is not null and s.ends_at <= t.trial_end`,
  'what a meter has counted of a customer is listed': `
    select p.customer_id::text as violation from ${periods} p
     where p.event_count > 0 and not exists (
       select from customer_meter m
        where m.organization_id = w.id and m.customer_id = p.customer_id
          and m.meter_id = p.meter_id)`,
} as const satisfies Record<string, string>
