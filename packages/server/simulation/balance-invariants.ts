import { orders, ownRows, payments, standingStatuses } from './world-rows.ts'

const booked = (account: string): string => `
  coalesce((select sum(credit - debit) from entry_line
             where organization_id = w.id and account = '${account}'), 0)`

/** What holds for the balances of customers at any moment. */
export const balanceInvariants = {
  'no order leaves a debt that could be charged': `
    select e.amount::text || ' leaves ' || e.balance as violation
      from ${ownRows('customer_balance_entry')} e
     where e.kind = 'carried' and -e.amount - greatest(e.balance - e.amount, 0) >= 50`,
  'a balance is the sum of its entries': `
    select b.amount || ' is ' || coalesce(e.amount, 0) as violation
      from ${ownRows('customer_balance')} b
      left join lateral (select sum(e.amount) as amount, count(*) as many, max(e.position) as last
                           from customer_balance_entry e
                          where e.organization_id = w.id and e.customer_id = b.customer_id
                            and e.currency = b.currency) e on true
     where (b.amount, b.entry_count, b.entry_count) is distinct from (e.amount, e.many, e.last)`,
  'an order uses what was taken from the balance': `
    select o.applied_balance_amount || ' is ' || coalesce(e.amount, 0) as violation from ${orders} o
      left join lateral (select -sum(e.amount) as amount from customer_balance_entry e
                          where e.organization_id = w.id and e.order_id = o.id
                            and e.kind not in ('reclaimed', 'restored', 'paid_out')) e on true
     where coalesce(e.amount, 0) <> case when o.collection_stopped_at is null
                                         then o.applied_balance_amount
                                         else coalesce(e.amount, 0) end`,
  'no customer has more back than they paid and were given': `
    select c.id || ' paid ' || p.amount || ', was given ' || g.amount || ', has back ' || b.amount + r.amount + d.amount
             as violation
      from ${ownRows('customer')} c
     cross join lateral (
       select coalesce(sum(p.amount), 0) as amount from payment p
        where p.organization_id = w.id and p.customer_id = c.id and p.status = 'succeeded'
          and p.order_id is not null) p
     cross join lateral (
       select coalesce(sum(b.amount), 0) as amount from customer_balance b
        where b.organization_id = w.id and b.customer_id = c.id) b
     cross join lateral (
       select coalesce(sum(f.amount + f.tax_amount + f.owed_amount), 0) as amount from refund f
         join orders o on o.organization_id = w.id and o.id = f.order_id
        where f.organization_id = w.id and o.customer_id = c.id and f.status = 'succeeded') r
     cross join lateral (
       select coalesce(sum(s.amount + s.tax_amount + s.owed_amount), 0) as amount
         from dispute s join orders o on o.organization_id = w.id and o.id = s.order_id
        where s.organization_id = w.id and o.customer_id = c.id and s.status in (${standingStatuses})) d
     cross join lateral (
       select coalesce(sum(e.amount), 0) as amount from customer_balance_entry e
        where e.organization_id = w.id and e.customer_id = c.id and e.kind = 'adjusted') g
     where b.amount + r.amount + d.amount > p.amount + g.amount`,
  'a payment never returns more than it charged': `
    select p.id || ' charged ' || p.amount || ', returned ' || r.amount + d.amount as violation
      from ${payments} p
     cross join lateral (
       select coalesce(sum(f.amount + f.tax_amount + f.owed_amount), 0) as amount from refund f
        where f.organization_id = w.id and f.payment_id = p.id and f.status = 'succeeded') r
     cross join lateral (
       select coalesce(sum(s.amount + s.tax_amount + s.owed_amount), 0) as amount from dispute s
        where s.organization_id = w.id and s.payment_id = p.id and s.status in (${standingStatuses})) d
     where r.amount + d.amount > p.amount`,
  'what customers hold, used and were paid out is what was credited': `
    select b.customer_id || ' holds ' || b.amount || ' of ' || k.amount as violation
      from ${ownRows('customer_balance')} b
     cross join lateral (
       select -coalesce(sum(o.applied_balance_amount), 0) as amount from orders o
        where o.organization_id = w.id and o.customer_id = b.customer_id
          and o.currency = b.currency and o.collection_stopped_at is null) o
     cross join lateral (
       select -coalesce(sum(f.owed_amount), 0) as amount from refund f
         join orders o on o.organization_id = w.id and o.id = f.order_id
        where f.organization_id = w.id and o.customer_id = b.customer_id
          and o.currency = b.currency
          and (f.status = 'succeeded' or f.is_payout and f.status = 'pending')) r
     cross join lateral (
       select -coalesce(sum(s.owed_amount), 0) as amount from dispute s
         join orders o on o.organization_id = w.id and o.id = s.order_id
        where s.organization_id = w.id and o.customer_id = b.customer_id
          and o.currency = b.currency and s.status in (${standingStatuses})) d
     cross join lateral (
       select coalesce(sum(l.credit - l.debit), 0) as amount from customer_balance_entry e
         join journal_entry j on j.organization_id = w.id and j.source = 'adjustment:' || e.id
         join entry_line l on l.organization_id = w.id and l.entry_id = j.id
        where e.organization_id = w.id and e.customer_id = b.customer_id
          and e.currency = b.currency and l.account = 'customer_balance') g
     cross join lateral (
       select coalesce(sum(e.amount), 0) as amount from customer_balance_entry e
        where e.organization_id = w.id and e.customer_id = b.customer_id
          and e.currency = b.currency and e.checkout_id is not null
          and not exists (select from orders o where o.organization_id = w.id
                             and o.id = e.order_id)) c
     cross join lateral (
       select o.amount + r.amount + d.amount + g.amount + c.amount as amount) k
     where b.amount <> k.amount`,
  'what nobody accepted uses only what its own orders left': `
    select x.id || ' lacks ' || x.left as violation
      from (select s.id, e.kind, sum(e.amount) over (partition by s.id, e.currency
                                                         order by e.position) as left
              from ${ownRows('subscription')} s
              join orders o on o.organization_id = w.id and o.subscription_id = s.id
              join customer_balance_entry e on e.organization_id = w.id and e.order_id = o.id
             where s.accepted_at is null) x
     where x.kind = 'used' and x.left < 0`,
  'the ledger matches the customer balances': `
    select 'booked ' || b.amount || ', known ' || k.amount as violation
      from (select ${booked('customer_balance')} as amount) b,
           (select coalesce(sum(e.amount), 0) as amount from ${ownRows('customer_balance_entry')} e
              left join orders o on o.organization_id = w.id and o.id = e.order_id
              left join refund f on f.organization_id = w.id and f.id = e.refund_id
             where e.kind in ('adjusted', 'forfeited')
                or o.status <> 'pending' and f.status is distinct from 'pending') k
     where b.amount <> k.amount`,
} as const satisfies Record<string, string>
