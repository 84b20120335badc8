import { orders, ownRows, payments } from './world-rows.ts'

const purchases = ownRows('credit_purchase')
const topUps = ownRows('top_up')

/** What holds at any moment. */
export const topUpInvariants = {
  'top-ups buy at most as often in a month as was agreed': `
    select t.id::text as violation from ${topUps} t
      join credit_purchase p on p.organization_id = w.id and p.customer_id = t.customer_id
       and p.meter_id = t.meter_id and p.consented_at = t.consented_at and p.status <> 'failed'
     group by t.id, t.purchases_max, date_trunc('month', p.created_at, 'UTC')
    having count(*) > t.purchases_max`,
  'a meter has one purchase under way': `
    select p.customer_id::text as violation from ${purchases} p
     where p.status = 'pending' group by p.customer_id, p.meter_id having count(*) > 1`,
  'a declined charge stops its top-up': `
    select t.id::text as violation from ${topUps} t
      join ${purchases} p on p.customer_id = t.customer_id and p.meter_id = t.meter_id
       and p.consented_at = t.consented_at
     where t.stop_reason is null and p.status = 'failed'`,
  'a card is declined once before the customer agrees again': `
    select p.customer_id::text as violation from ${purchases} p
     where p.status = 'failed' and p.consented_at is not null
     group by p.customer_id, p.meter_id, p.consented_at having count(*) > 1`,
  'credits that were paid are an order of that amount': `
    select p.id::text as violation from ${purchases} p
      left join ${orders} o on o.id = p.order_id
      left join ${payments} y on y.id = p.payment_id
     where p.status = 'succeeded'
       and (o.total_amount, o.customer_id, o.product_id, o.billing_reason, y.order_id, y.amount)
           is distinct from (p.total_amount, p.customer_id, p.product_id, 'purchase', o.id, p.total_amount)`,
  'nothing costs more than was agreed': `
    select p.id::text as violation from ${purchases} p
      join ${topUps} t on t.customer_id = p.customer_id and t.meter_id = p.meter_id
       and t.consented_at = p.consented_at
     where p.total_amount > t.total_amount_max`,
  'each purchase gives its credits once': `
    select p.id::text as violation from ${purchases} p
     where p.status = 'succeeded' and 1 <> (
       select count(*) from benefit_grant g
         join credit_lot l on l.organization_id = w.id and l.source_id = g.id
        where g.organization_id = w.id and g.order_id = p.order_id
          and l.source = 'purchase' and l.meter_id = p.meter_id)`,
  'movements of credits add up to what is left': `
    select a.customer_id::text as violation from ${ownRows('credit_account')} a
     where (select coalesce(sum(m.units), 0) from credit_movement m
             where m.organization_id = w.id and m.customer_id = a.customer_id
               and m.meter_id = a.meter_id)
        <> (select coalesce(sum(l.remaining), 0) from credit_lot l
             where l.organization_id = w.id and l.customer_id = a.customer_id
               and l.meter_id = a.meter_id)
         - (select coalesce(sum(b.overage), 0) from credit_burn b
             where b.organization_id = w.id and b.customer_id = a.customer_id
               and b.meter_id = a.meter_id)`,
  'what was bought and used is the balance': `
    select b.customer_id::text as violation from ${ownRows('customer_credit')} b
      join meter m on m.organization_id = w.id and m.id = b.meter_id and m.name = 'Pages'
     where b.balance <> (select coalesce(sum(l.amount), 0) from credit_lot l
                          where l.organization_id = w.id and l.customer_id = b.customer_id
                            and l.meter_id = b.meter_id)
                      - (select coalesce(sum(p.consumed_units), 0) from metered_usage p
                          where p.organization_id = w.id and p.customer_id = b.customer_id
                            and p.meter_id = b.meter_id)
       -- A refund takes what is unspent, which only the movements say.
       and not exists (select from credit_lot l
                        where l.organization_id = w.id and l.customer_id = b.customer_id
                          and l.meter_id = b.meter_id and l.closed_by is not null)`,
}
