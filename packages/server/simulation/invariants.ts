import { discountInvariants } from './discount-invariants.ts'
import { grantInvariants } from './grant-invariants.ts'
import { limitInvariants } from './limit-invariants.ts'
import { moneyInvariants } from './money-invariants.ts'
import { movementInvariants } from './movement-invariants.ts'
import { topUpInvariants } from './topup-invariants.ts'
import { usageInvariants } from './usage-invariants.ts'
import { orders, ownRows, payments, subscriptions } from './world-rows.ts'

const entries = ownRows('billing_entry')

/** All events, dispatched or not. */
const events = `
  (select id, name, object_type, object_id, object_version, payload from event_log
    where organization_id = w.id
   union all
   select id, name, object_type, object_id, object_version, payload from outbox
    where organization_id = w.id)`

/** What holds at any moment. */
export const alwaysTrue = {
  ...moneyInvariants,
  ...discountInvariants,
  ...grantInvariants,
  ...usageInvariants,
  ...limitInvariants,
  ...topUpInvariants,
  ...movementInvariants,
  'a card that was entered for a purchase pays for it alone': `
    select p.id::text as violation from ${payments} p
      join method_set_up u on u.organization_id = w.id and u.payment_method_id = p.payment_method_id
      join orders o on o.organization_id = w.id and o.id = p.order_id
      left join subscription s on s.organization_id = w.id and s.id = o.subscription_id
     where u.checkout_id is not null and s.checkout_id is distinct from u.checkout_id
       -- A change of its plan that came to nothing has an order of its own, which is refunded.
       and not (s.id is null and exists (
         select from refund r where r.organization_id = w.id and r.order_id = o.id))`,
  'a purchase with a typed address is paid with its own card until it is accepted': `
    select p.id::text as violation from ${subscriptions} s
      join orders o on o.organization_id = w.id and o.subscription_id = s.id
      join payment p on p.organization_id = w.id and p.order_id = o.id
     where s.checkout_id is not null and s.accepted_at is null
       -- Anyone who pays an order on its page may enter another card for it.
       and not (p.confirm_by is not null and p.payment_method_id is null) and not exists (
       select from method_set_up u where u.organization_id = w.id
          and u.checkout_id = s.checkout_id and u.payment_method_id = p.payment_method_id)`,
  'ended subscriptions have an end date, and others have none': `
    select s.status as violation from ${subscriptions} s
     where (s.status in ('canceled', 'incomplete_expired')) <> (s.ended_at is not null)`,
  'ended and unpaid subscriptions are revoked': `
    select s.status as violation from ${subscriptions} s
     where s.status in ('canceled', 'unpaid') and s.revoked_at is null`,
  'active subscriptions are not revoked and not overdue': `
    select s.status as violation from ${subscriptions} s
     where s.status in ('active', 'trialing')
       and (s.revoked_at is not null or s.past_due_at is not null or s.attempts <> 0)`,
  'only past due and ended subscriptions have dunning dates, and ended ones no grace': `
    select s.status as violation from ${subscriptions} s
     where s.status <> 'past_due' and (s.grace_ends_at is not null or s.status <> 'canceled'
       and num_nonnulls(s.next_attempt_at, s.final_action_at) > 0)`,
  'past due subscriptions are revoked or have an end of grace': `
    select s.status as violation from ${subscriptions} s
     where s.status = 'past_due' and num_nonnulls(s.revoked_at, s.grace_ends_at) = 0`,
  'dunning has a final action': `
    select s.status as violation from ${subscriptions} s
     where s.final_action_at is null and num_nonnulls(s.next_attempt_at, s.grace_ends_at) > 0`,
  'canceled subscriptions are not suspended': `
    select s.status as violation from ${subscriptions} s
     where s.cancel_at_period_end and s.status = 'unpaid'`,
  'canceled subscriptions know when they were canceled and when they end': `
    select s.status as violation from ${subscriptions} s
     where s.cancel_at_period_end and num_nulls(s.canceled_at, s.ends_at) > 0`,
  'subscriptions that are not canceled have no cancellation dates': `
    select s.status as violation from ${subscriptions} s
     where not s.cancel_at_period_end and s.ended_at is null
       and num_nonnulls(s.canceled_at, s.ends_at) > 0`,
  'periods start on their anchor day': `
    select s.current_period_start::text as violation from ${subscriptions} s
     where s.status <> 'trialing' and s.trial_end is null
       and extract(day from s.current_period_start at time zone 'utc') <> s.anchor_day
       and extract(day from s.current_period_start at time zone 'utc' + interval '1 day') <> 1`,
  'exactly the billable, incomplete and ended but owing subscriptions have a due date': `
    select s.status as violation from ${subscriptions} s
     where (s.due_at is not null)
           <> (s.status in ('trialing', 'active', 'past_due', 'incomplete')
               or s.status = 'canceled' and s.final_action_at is not null
               -- Nothing holds it any more: it is resumed.
               or s.status = 'unpaid' and s.suspended_at is not null and s.held_at is null)`,
  'prices belong to the product': `
    select p.product_id::text as violation from ${subscriptions} s
      join subscription_price sp on sp.organization_id = w.id and sp.subscription_id = s.id
      join product_price p on p.organization_id = w.id and p.id = sp.product_price_id
     where p.product_id <> s.product_id`,
  'no price is discounted by more than its amount': `
    select sp.discount_amount::text as violation from ${ownRows('subscription_price')} sp
     where sp.discount_amount > sp.amount * sp.quantity`,
  'a period is billed once': `
    select o.period_start::text as violation from ${orders} o
     where o.billing_reason = 'subscription_cycle'
     group by o.subscription_id, o.period_start having count(*) > 1`,
  'an order is the sum of its items': `
    select o.id || ' is ' || o.subtotal_amount as violation from ${orders} o
      left join lateral (select coalesce(sum(i.amount), 0) as amount,
                                coalesce(sum(i.discount_amount), 0) as discount,
                                coalesce(sum(i.tax_amount), 0) as tax
                           from order_item i
                          where i.organization_id = w.id and i.order_id = o.id) i on true
     where (o.subtotal_amount, o.discount_amount, o.tax_amount)
           is distinct from (i.amount, i.discount, i.tax)
        or o.net_amount <> o.subtotal_amount - o.discount_amount
        or o.total_amount <> o.net_amount + o.tax_amount`,
  'billing entries are billed with their own subscription': `
    select e.label as violation from ${entries} e join orders o
        on o.organization_id = w.id and o.id = e.order_id
     where o.subscription_id <> e.subscription_id`,
  'billed entries are items of their order': `
    select e.label as violation from ${entries} e
     where e.order_id is not null and not exists (
       select from order_item i where i.organization_id = w.id and i.order_id = e.order_id
          and i.label = e.label and i.amount = e.amount)`,
  'waiting entries are billed with the next order': `
    select e.label as violation from ${entries} e
     where e.order_id is null and exists (
       select from orders o where o.organization_id = w.id
          and o.subscription_id = e.subscription_id and o.created_at > e.created_at)`,
  'nothing is billed after the end': `
    select o.id::text as violation from ${orders} o
      join subscription s on s.organization_id = w.id and s.id = o.subscription_id
     where s.ended_at is not null and o.created_at > s.ended_at`,
  'the last event has the current state': `
    select e.payload->>'status' || ' is ' || s.status as violation from ${subscriptions} s
     cross join lateral (select payload from ${events} n
                          where n.object_type = 'subscription' and n.object_id::uuid = s.id
                          order by n.id desc limit 1) e
     where (e.payload->>'status', (e.payload->>'current_period_start')::timestamptz,
            e.payload->>'product_id', (e.payload->>'cancel_at_period_end')::boolean,
            (e.payload->>'past_due_at')::timestamptz)
           is distinct from (s.status, s.current_period_start, s.product_id::text,
                             s.cancel_at_period_end, s.past_due_at)`,
  'events of an object are in order': `
    select name as violation from (
      select n.name, n.object_version,
             lag(n.object_version) over (partition by n.object_type, n.object_id
                                         order by n.id) as last
        from ${events} n) n
     where n.object_version < n.last`,
  'every revocation and reactivation has an event': `
    select s.status as violation from ${subscriptions} s
      left join lateral (select count(*) filter (where n.name = 'subscription.revoked') as ends,
                                count(*) filter (where n.name = 'subscription.active') as begins,
                                (max(n.id) filter (where n.name = 'subscription.revoked'))
                                > max(n.id) filter (where n.name = 'subscription.active')
                                  as is_over
                           from ${events} n
                          where n.object_type = 'subscription'
                            and n.object_id::uuid = s.id) e on true
     where (s.revoked_at is not null) <> coalesce(e.is_over, false) or e.ends > e.begins`,
  'every cancellation and its reversal has an event': `
    select s.status as violation from ${subscriptions} s
      left join lateral (select count(*) filter (where n.name = 'subscription.canceled')
                              - count(*) filter (where n.name = 'subscription.uncanceled')
                                  as open_cancellations
                           from ${events} n
                          where n.object_type = 'subscription'
                            and n.object_id::uuid = s.id) e on true
     where e.open_cancellations <> case when s.canceled_at is null then 0 else 1 end`,
  'an order has one created event, and one paid event once it is paid': `
    select o.status || ' ' || e.created || ' ' || e.paid as violation from ${orders} o
      left join lateral (select count(*) filter (where n.name = 'order.created') as created,
                                count(*) filter (where n.name = 'order.paid') as paid
                           from ${events} n
                          where n.object_type = 'order' and n.object_id::uuid = o.id) e on true
     where e.created <> 1 or e.paid <> case when o.status = 'pending' then 0 else 1 end`,
} as const satisfies Record<string, string>

/** What holds once nothing is due and no job waits. */
export const trueAtRest = {
  'no purchase of credits is under way': `
    select p.id::text as violation from ${ownRows('credit_purchase')} p where p.status = 'pending'`,
  'nothing is overdue': `
    select s.status || ' since ' || s.due_at as violation from ${subscriptions} s
     where s.due_at <= w.now`,
  'every refund has its credit note once numbers are given': `
    select r.id::text as violation from ${ownRows('refund')} r
     where r.status = 'succeeded' and r.amount + r.tax_amount > 0 and r.credit_note_number is null`,
  'no attempt waits for its outcome': `
    select a.order_id::text as violation from ${ownRows('subscription_attempt')} a`,
  'no change waits for its payment': `
    select c.subscription_id::text as violation from ${ownRows('subscription_change')} c`,
  'no payment is pending': `
    select p.id::text as violation from ${payments} p where p.status = 'pending'`,
  'the processor charged what the payments say': `
    select 'charged ' || i.amount || ', recorded ' || p.amount as violation
      from (select coalesce(sum(amount), 0) as amount from ${ownRows('sandbox_intent')} i
             where i.status = 'succeeded') i,
           (select coalesce(sum(amount), 0) as amount from ${payments} p
             where p.status = 'succeeded') p
     where i.amount <> p.amount`,
  'payments without an order are refunded': `
    select p.amount::text as violation from ${payments} p
     where p.status = 'succeeded' and p.order_id is null and p.description <> 'Acme: Anvil'
       and not exists (select from sandbox_refund r join sandbox_intent i
                           on i.organization_id = w.id and i.id = r.intent_id
                        where r.organization_id = w.id and i.idempotency_key = 'charge-' || p.id
                          and r.status = 'succeeded' and r.amount = p.amount)`,
  'orders with a successful payment are not pending': `
    select o.id::text as violation from ${orders} o
      join payment p on p.organization_id = w.id and p.order_id = o.id
     where o.status = 'pending' and p.status = 'succeeded'`,
  // Those of payments that customers make on their own are not.
  'failed retries are counted': `
    select s.status as violation from ${subscriptions} s
     where s.status = 'past_due' and s.attempts = 0 and exists (
       select from orders o join payment p on p.organization_id = w.id and p.order_id = o.id
        where o.organization_id = w.id and o.subscription_id = s.id and p.status = 'failed'
          and p.confirm_by is null and p.created_at > s.past_due_at)`,
  // One that a dispute suspended starts a new period when it is resumed.
  'overdue subscriptions have an open order': `
    select s.status as violation from ${subscriptions} s
     where (s.status in ('past_due', 'unpaid') or s.final_action_at is not null)
       and s.suspended_at is null and not exists (
       select from orders o where o.organization_id = w.id and o.subscription_id = s.id
          and o.status = 'pending' and o.collection_stopped_at is null)`,
  'subscriptions with an open order are overdue': `
    select s.status || ' of ' || o.total_amount as violation from ${subscriptions} s
      join orders o on o.organization_id = w.id and o.subscription_id = s.id
     where o.status = 'pending' and o.collection_stopped_at is null
       and s.status not in ('past_due', 'unpaid') and s.final_action_at is null`,
  'orders that are not collected have returned their balance': `
    select o.id::text as violation from ${orders} o
     where o.collection_stopped_at is not null and o.applied_balance_amount > 0
       and 0 <> (select coalesce(sum(e.amount), 0) from customer_balance_entry e
                  where e.organization_id = w.id and e.order_id = o.id
                    and e.kind not in ('reclaimed', 'restored'))`,
  'the current period was billed': `
    select s.current_period_start::text as violation from ${subscriptions} s
     where s.ended_at is null and s.status <> 'unpaid' and not exists (
       select from orders o where o.organization_id = w.id and o.subscription_id = s.id
          and o.period_start = s.current_period_start)
       -- One that follows a period without benefits is free.
       and not exists (
         select from event_log e
          where e.organization_id = w.id and e.name = 'subscription.revoked'
            and e.object_id = s.id::text
            and e.organization_time < (select max(o.period_end) from orders o
                                        where o.organization_id = w.id
                                          and o.subscription_id = s.id))`,
  'periods have no gaps': `
    select o.period_start::text as violation from (
      select subscription_id, billing_reason, period_start,
             max(period_end) over earlier as ended, max(period_start) over earlier as started
        from ${orders} o
      window earlier as (partition by subscription_id order by period_start, created_at, id
                         rows between unbounded preceding and 1 preceding)) o
      join subscription s on s.organization_id = w.id and s.id = o.subscription_id
     where o.billing_reason = 'subscription_cycle' and o.ended < o.period_start
       and s.trial_end is null
       -- What isn’t given isn’t billed.
       and not exists (
         select from event_log e
          where e.organization_id = w.id and e.name = 'subscription.revoked'
            and e.object_id = s.id::text
            and e.organization_time between o.started and o.period_start)`,
  'the last customer state event has the current state': `
    select c.email as violation from ${ownRows('customer')} c
     where exists (select from ${subscriptions} s where s.customer_id = c.id)
       and array(select s.id::text from ${subscriptions} s
                  where s.customer_id = c.id and s.status = 'active' order by 1)
           is distinct from (
             select array(select one ->> 'id'
                            from jsonb_array_elements(e.payload -> 'active_subscriptions') one
                           order by 1)
               from event_log e
              where e.organization_id = w.id and e.customer_id = c.id
                and e.name = 'customer.state_changed'
              order by e.sequence desc limit 1)`,
  'no customer state event follows another directly': `
    select e.customer_id::text as violation from (
      select customer_id, name,
             lag(name) over (partition by customer_id order by sequence) as before
        from event_log
       where organization_id = w.id and customer_id is not null) e
     where e.name = 'customer.state_changed' and e.before = e.name`,
  'no event is left in the outbox': `
    select n.name as violation from ${ownRows('outbox')} n`,
} as const satisfies Record<string, string>
