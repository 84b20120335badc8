import { isUndiscounted, isUnreturned } from './usage-billed.ts'
import { ownRows } from './world-rows.ts'

// Periods that are billed in parts, because usage passed the threshold of a product.

const settled = ownRows('settled_usage')

const revisions = ownRows('usage_settlement')

/** Items and waiting entries of a period, by the settlements that they name. */
const linked = `
  (select r.subscription_id, r.meter_id, r.starts_at, l.amount
     from (select usage_settlement_id, amount from ${ownRows('order_item')} i
           union all
           select usage_settlement_id, amount from ${ownRows('billing_entry')} e
            where order_id is null) l
     join ${revisions} r on r.id = l.usage_settlement_id)`

export const earlyInvariants = {
  'what is billed early costs as much as the threshold': `
    select i.order_id::text as violation from ${ownRows('order_item')} i
      join ${revisions} r on r.id = i.usage_settlement_id and r.is_open
      join orders o on o.organization_id = w.id and o.id = i.order_id
      join product p on p.organization_id = w.id and p.id = o.product_id
     where i.amount > 0
     group by i.order_id having sum(i.amount) < coalesce(max(p.billing_threshold_amount), 1e15)`,
  'the parts of a period are together what it costs': `
    select s.subscription_id::text as violation from ${settled} s
     where ${isUndiscounted('s.subscription_id')} and ${isUnreturned('s.subscription_id')}
       and s.amount <> (select coalesce(sum(l.amount), 0) from ${linked} l
                         where l.subscription_id = s.subscription_id
                           and l.meter_id = s.meter_id and l.starts_at = s.starts_at)`,
  'a period is settled as it was billed last': `
    select s.subscription_id::text as violation from ${settled} s
     where (s.consumed_units, s.credited_units, s.amount, s.is_open, s.price) is distinct from
           (select (r.consumed_units, r.credited_units, r.amount, r.is_open, r.price)::record
              from ${revisions} r
             where r.subscription_id = s.subscription_id and r.meter_id = s.meter_id
               and r.starts_at = s.starts_at
             order by r.revision desc limit 1)`,
  'a period that is over is billed as a whole': `
    select s.subscription_id::text as violation from ${settled} s
      join subscription t on t.organization_id = w.id and t.id = s.subscription_id
      join ${ownRows('usage_period')} p
        on p.subscription_id = s.subscription_id and p.meter_id = s.meter_id
       and p.customer_id = s.customer_id and p.starts_at = s.starts_at and p.entity = ''
     where t.ended_at is null and s.is_open <> p.is_open`,
  'a minimum is due at the end of a period': `
    select s.subscription_id::text as violation from ${settled} s
     where s.is_open and s.price -> 'minimumAmount' <> 'null'::jsonb`,
  'a subscription has one period of a meter that is billed in part': `
    select s.subscription_id::text as violation from ${settled} s
     where s.is_open group by s.subscription_id, s.meter_id having count(*) > 1`,
} as const satisfies Record<string, string>
