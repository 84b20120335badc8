import { balanceInvariants } from './balance-invariants.ts'
import { orders, ownRows, payments, standingStatuses } from './world-rows.ts'

const booked = (account: string): string => `
  coalesce((select sum(credit - debit) from entry_line
             where organization_id = w.id and account = '${account}'), 0)`

const refunded = (amount: string): string => `
  (select coalesce(sum(${amount}), 0) from refund
    where organization_id = w.id and status = 'succeeded')`

const disputed = (amount: string, statuses: string): string => `
  (select coalesce(sum(${amount}), 0) from dispute
    where organization_id = w.id and status in (${statuses}))`

/** The last event about an order `o` that says how its collection ended. */
const lastClosing = `
  (select n.name from (
     select id, name, object_id from event_log where organization_id = w.id
      union all
     select id, name, object_id from outbox where organization_id = w.id) n
    where n.name in ('order.voided', 'order.written_off') and n.object_id = o.id::text
    order by n.id desc limit 1)`

/** What the processor deducted, as it reported it. */
const fees = `
  (select coalesce(sum(booked_fee_amount), 0) from balance_transaction
    where organization_id = w.id)`

/** What holds for payments, credits, taxes and the books at any moment. */
export const moneyInvariants = {
  'the sales of an order’s places are its net amount': `
    select o.id::text as violation from ${orders} o
     where o.net_amount <> (select coalesce(sum(s.net_amount), 0) from placed_sale s
                             where s.organization_id = w.id and s.order_id = o.id)`,
  ...balanceInvariants,
  'an order is charged once': `
    select p.order_id::text as violation from ${payments} p
     where p.status = 'succeeded' and p.order_id is not null
     group by p.order_id having count(*) > 1`,
  'a payment has the due amount of its order': `
    select p.amount || ' of ' || (o.total_amount - o.applied_balance_amount) as violation
      from ${payments} p join orders o on o.organization_id = w.id and o.id = p.order_id
     where p.status = 'succeeded' and p.amount <> o.total_amount - o.applied_balance_amount`,
  'paid orders have a payment': `
    select o.id::text as violation from ${orders} o
     where o.status <> 'pending' and o.total_amount - o.applied_balance_amount > 0
       and not exists (select from payment p where p.organization_id = w.id and p.order_id = o.id
                          and p.status = 'succeeded')`,
  // Of a void order that is paid too late, its credits go back to the balance: owed below zero.
  'no more comes back of an order than its total': `
    select r.amount || ' of ' || o.total_amount as violation
      from ${orders} o,
           lateral (
             select coalesce((select sum(amount + tax_amount + least(owed_amount, 0)) from refund
                               where organization_id = w.id and order_id = o.id
                                 and status = 'succeeded'), 0)
                  + coalesce((select sum(amount + tax_amount + least(owed_amount, 0)) from dispute
                               where organization_id = w.id and order_id = o.id
                                 and status in (${standingStatuses})), 0) as amount) r
     where o.status <> 'pending' and r.amount > greatest(o.total_amount, 0)`,
  'every journal entry is balanced': `
    select l.entry_id::text as violation from ${ownRows('entry_line')} l
     group by l.entry_id, l.currency having sum(l.debit) <> sum(l.credit)`,
  'the ledger matches the paid orders, less what came back of them': `
    select 'booked ' || b.amount || ', ordered ' || o.amount || ', returned ' || r.amount
             as violation
      from (select ${booked('seller_payable')} + ${booked('tax_payable')} as amount) b,
           (select coalesce(sum(total_amount), 0) as amount from ${orders} o
             where o.status <> 'pending') o,
           (select ${refunded('amount + tax_amount')} + ${disputed('amount + tax_amount', standingStatuses)} as amount) r
     where b.amount <> o.amount - r.amount`,
  'never more comes back of an order than it charged, in all ways together': `
    select o.id || ' charged ' || c.net || ' and ' || c.tax || ', returned '
             || c.credited + r.net + d.net || ' and ' || c.credited_tax + r.tax + d.tax as violation
      from ${orders} o
     cross join lateral (
       select coalesce(sum(i.amount - i.discount_amount)
                filter (where i.reverses_item_id is null), 0) as net,
              coalesce(sum(i.tax_amount) filter (where i.reverses_item_id is null), 0) as tax,
              coalesce(sum(i.credited_amount), 0) as credited,
              coalesce(sum(i.credited_tax_amount), 0) as credited_tax
         from order_item i where i.organization_id = w.id and i.order_id = o.id) c
     cross join lateral (
       select coalesce(sum(f.amount), 0) as net, coalesce(sum(f.tax_amount), 0) as tax
         from refund f where f.organization_id = w.id and f.order_id = o.id
          and f.status in ('pending', 'succeeded')) r
     cross join lateral (
       select coalesce(sum(p.amount), 0) as net, coalesce(sum(p.tax_amount), 0) as tax
         from dispute p where p.organization_id = w.id and p.order_id = o.id
          and p.status in (${standingStatuses})) d
     where c.credited + r.net + d.net > greatest(c.net, 0)
        or c.credited_tax + r.tax + d.tax > greatest(c.tax, 0)`,
  'what is credited of an item is in a later order, or waits for one': `
    select i.id || ' credited ' || i.credited_amount || ', given ' || g.amount as violation
      from ${ownRows('order_item')} i
     cross join lateral (
       select coalesce(sum(c.amount), 0) as amount from (
         select -a.amount as amount from order_item a join orders o
             on o.organization_id = w.id and o.id = a.order_id
          where a.organization_id = w.id and a.reverses_item_id = i.id
            and o.collection_stopped_at is null
          union all
         select -e.amount from billing_entry e join subscription s
             on s.organization_id = w.id and s.id = e.subscription_id
          where e.organization_id = w.id and e.reverses_item_id = i.id
            and e.order_id is null and s.ended_at is null) c) g
     where i.credited_amount <> g.amount`,
  // A refund or dispute before may have taken what was left of the tax.
  'a credit gives back the tax of what it credits': `
    select i.id || ' credited ' || i.credited_amount || ' with ' || i.credited_tax_amount
             || ' of ' || i.tax_amount as violation
      from ${ownRows('order_item')} i
     where i.reverses_item_id is null and i.credited_amount > 0
       and abs(i.credited_tax_amount - i.tax_amount::numeric * i.credited_amount
                 / (i.amount - i.discount_amount)) > 1
       and not exists (select from refund f
                        where f.organization_id = w.id and f.order_id = i.order_id)
       and not exists (select from dispute p
                        where p.organization_id = w.id and p.order_id = i.order_id)`,
  'tax owed is never negative': `
    select coalesce(l.place, 'nowhere') || ' ' || sum(l.credit - l.debit) as violation
      from ${ownRows('entry_line')} l
     where l.account = 'tax_payable'
     group by l.place having sum(l.credit - l.debit) < 0`,
  'the ledger matches the payments': `
    select 'booked ' || b.amount || ', received ' || p.amount as violation
      from (select -${booked('cash_at_processor')} as amount) b,
           (select coalesce(sum(amount), 0) - ${fees} - ${refunded('amount + tax_amount + owed_amount')} - ${disputed('amount + tax_amount + owed_amount', "'lost'")} as amount
              from ${payments} p
             where p.status = 'succeeded' and p.order_id is not null
               and exists (select from orders o where o.organization_id = w.id and o.id = p.order_id
                              and o.status <> 'pending')) p
     where b.amount <> p.amount`,
  'every fee is booked once, as it was reported': `
    select t.processor_id || ' took ' || t.booked_fee_amount || ', booked ' || b.amount as violation
      from ${ownRows('balance_transaction')} t
     cross join lateral (
       select coalesce(sum(l.debit - l.credit), 0) as amount
         from journal_entry e join entry_line l
           on l.organization_id = w.id and l.entry_id = e.id and l.account = 'processor_fees'
        where e.organization_id = w.id and e.source = 'fee:' || t.processor_id) b
     where b.amount <> t.booked_fee_amount`,
  'no more is due than was charged, less what came back and the fees': `
    select 'due ' || d.amount || ', left ' || p.amount as violation
      from (select ${booked('seller_payable')} + ${booked('tax_payable')}
                   + ${booked('customer_balance')} + ${booked('processor_fees')}
                   + ${booked('credit_adjustments')} as amount) d,
           (select coalesce(sum(amount), 0) - ${fees}
                   - ${refunded('amount + tax_amount + owed_amount')}
                   - ${disputed('amount + tax_amount + owed_amount', standingStatuses)} as amount
              from ${payments} p
             where p.status = 'succeeded' and p.order_id is not null
               and exists (select from orders o where o.organization_id = w.id and o.id = p.order_id
                              and o.status <> 'pending')) p
     where d.amount > p.amount`,
  'nothing is charged after it was given up': `
    select p.id::text as violation from ${payments} p
      join sandbox_intent i on i.organization_id = w.id and i.idempotency_key = 'charge-' || p.id
     where i.created_at > p.cancel_requested_at`,
  'an order that is no longer collected is not charged': `
    select o.id::text as violation from ${orders} o
      join payment p on p.organization_id = w.id and p.order_id = o.id
      join sandbox_intent i on i.organization_id = w.id and i.idempotency_key = 'charge-' || p.id
     where i.created_at > o.collection_stopped_at and p.confirm_by is null`,
  // A dispute that a warning preceded is as old as the warning.
  'a disputed card is not charged for a renewal': `
    select o.id::text as violation from ${ownRows('dispute')} d
      join payment disputed on disputed.organization_id = w.id and disputed.id = d.payment_id
      join payment p on p.organization_id = w.id
       and p.payment_method_id = disputed.payment_method_id
      join orders o on o.organization_id = w.id and o.id = p.order_id
      join subscription s on s.organization_id = w.id and s.id = o.subscription_id
     where d.status in (${standingStatuses}) and d.warning_id is null
       and o.billing_reason = 'subscription_cycle' and o.created_at > d.created_at`,
  'a held subscription is not billed for a period that it isn’t given': `
    select o.id::text as violation from ${orders} o
      join subscription s on s.organization_id = w.id and s.id = o.subscription_id
     where s.suspended_at is not null and s.held_at is not null
       and o.billing_reason = 'subscription_cycle' and o.period_start >= s.suspended_at`,
  'nothing is charged below the minimum': `
    select i.amount::text as violation from ${ownRows('sandbox_intent')} i
     where i.amount < 50 and i.status = 'succeeded'`,
  'void orders that were paid too late are refunded': `
    select o.id::text as violation from ${orders} o
      join payment p on p.organization_id = w.id and p.order_id = o.id
      left join subscription s on s.organization_id = w.id and s.id = o.subscription_id
     where p.status = 'succeeded' and p.cancel_requested_at is not null and o.paid_at is not null
       -- What a payer confirmed while it was canceled counts, as long as the order was collected.
       and (p.confirm_by is null or s.ended_at < o.paid_at)
       and not exists (select from refund r where r.organization_id = w.id and r.order_id = o.id
                          and r.status in ('pending', 'succeeded'))
       and ${lastClosing} is distinct from 'order.written_off'`,
  'what is written off is owed still, and what is void is not': `
    select o.collection_stopped_as || ' after ' || ${lastClosing} as violation from ${orders} o
     where o.collection_stopped_at is not null
       and ${lastClosing} is distinct from case o.collection_stopped_as
             when 'void' then 'order.voided' else 'order.written_off' end`,
  'numbers of invoices and of credit notes have no gap': `
    select i.series || ' ' || count(*) || ' up to ' || max(i.position) as violation
      from ${ownRows('invoice')} i
      join invoice_counter c on c.organization_id = w.id
     group by i.series, c.last_position, c.last_credit_position
    having count(*) <> max(i.position) or max(i.position) <>
           case i.series when 'invoice' then c.last_position else c.last_credit_position end`,
  'what came back has the credit note that it names': `
    select coalesce(r.credit_note_number, 'none') || ' of ' || r.status as violation
      from ${ownRows('refund')} r
      left join invoice i on i.organization_id = w.id and i.refund_id = r.id
     where r.credit_note_number is distinct from i.number
        or (i.id is not null and r.status <> 'succeeded' and not exists (
             select from invoice v where v.organization_id = w.id and v.corrects_id = i.id))`,
  'no order of an ended subscription stays open with nothing left to try': `
    select o.id::text as violation from ${orders} o
      join subscription s on s.organization_id = w.id and s.id = o.subscription_id
     where o.status = 'pending' and o.collection_stopped_at is null and s.ended_at is not null
       and s.due_at is null and not exists (
         select from subscription_attempt a
          where a.organization_id = w.id and a.order_id = o.id)`,
  'who was taxed stays taxed': `
    select o.id::text as violation from ${orders} o
     where o.taxability_reason = 'address_incomplete'
       and exists (select from orders taxed
                    where taxed.organization_id = w.id
                      and taxed.subscription_id = o.subscription_id
                      and taxed.taxability_reason = 'standard_rated'
                      and taxed.created_at < o.created_at)`,
  'a changed billing address holds for later orders': `
    select o.billing_address->>'country' || ' is ' || (c.billing_address->>'country') as violation
      from ${orders} o join customer c on c.organization_id = w.id and c.id = o.customer_id
      join subscription s on s.organization_id = w.id and s.id = o.subscription_id
     where s.created_at < c.modified_at and o.created_at > c.modified_at and o.checkout_id is null
       and (c.billing_address->>'country' <> 'US' or c.billing_address->>'state' is not null)
       and o.billing_address is distinct from c.billing_address`,
} as const satisfies Record<string, string>
