// Each finds what must not be in one organization: a row of it says what. `w.id` is the
// organization, and `w.now` what its clock shows.

const mine = (table: string): string => `(select * from ${table} where organization_id = w.id)`

const subscriptions = mine('subscription')
const orders = mine('orders')
const payments = mine('payment')
const entries = mine('billing_entry')

/** All news, moved or not yet moved. */
const news = `
  (select id, name, object_type, object_id, object_version, payload from event_log
    where organization_id = w.id
   union all
   select id, name, object_type, object_id, object_version, payload from outbox
    where organization_id = w.id)`

const booked = (account: string): string => `
  coalesce((select sum(credit - debit) from journal_line
             where organization_id = w.id and account = '${account}'), 0)`

/** What holds at any moment. */
export const standingLaws = {
  'what has ended says when': `
    select s.status as says from ${subscriptions} s
     where (s.status in ('canceled', 'incomplete_expired')) <> (s.ended_at is not null)`,
  'what has ended gives nothing': `
    select s.status as says from ${subscriptions} s
     where s.status in ('canceled', 'unpaid') and s.revoked_at is null`,
  'what is active gives everything and owes nothing': `
    select s.status as says from ${subscriptions} s
     where s.status in ('active', 'trialing')
       and (s.revoked_at is not null or s.past_due_at is not null or s.attempts <> 0)`,
  'only what is past due is chased': `
    select s.status as says from ${subscriptions} s
     where s.status <> 'past_due'
       and num_nonnulls(s.next_attempt_at, s.grace_ends_at, s.last_resort_at) > 0`,
  'what is overdue gives nothing some day': `
    select s.status as says from ${subscriptions} s
     where s.status = 'past_due' and num_nonnulls(s.revoked_at, s.grace_ends_at) = 0`,
  'nothing is chased for ever': `
    select s.status as says from ${subscriptions} s
     where s.last_resort_at is null and num_nonnulls(s.next_attempt_at, s.grace_ends_at) > 0`,
  'whoever leaves isn’t chased': `
    select s.status as says from ${subscriptions} s
     where s.cancel_at_period_end and s.status in ('past_due', 'unpaid')`,
  'whoever leaves has said so and knows when it ends': `
    select s.status as says from ${subscriptions} s
     where s.cancel_at_period_end and num_nulls(s.canceled_at, s.ends_at) > 0`,
  'whoever stays hasn’t said anything else': `
    select s.status as says from ${subscriptions} s
     where not s.cancel_at_period_end and s.ended_at is null
       and num_nonnulls(s.canceled_at, s.ends_at) > 0`,
  'a period begins on its day': `
    select s.current_period_start::text as says from ${subscriptions} s
     where s.status <> 'trialing' and s.trial_end is null
       and extract(day from s.current_period_start at time zone 'utc') <> s.anchor_day
       and extract(day from s.current_period_start at time zone 'utc' + interval '1 day') <> 1`,
  'what goes on is due some day, and nothing else is': `
    select s.status as says from ${subscriptions} s
     where (s.due_at is not null)
           <> (s.status in ('trialing', 'active', 'past_due', 'incomplete'))`,
  'the prices are the product’s': `
    select p.product_id::text as says from ${subscriptions} s
      join subscription_price sp on sp.organization_id = w.id and sp.subscription_id = s.id
      join product_price p on p.organization_id = w.id and p.id = sp.product_price_id
     where p.product_id <> s.product_id`,
  'no price is discounted by more than it takes': `
    select sp.discount_amount::text as says from ${mine('subscription_price')} sp
     where sp.discount_amount > sp.amount * sp.quantity`,
  'a period is billed once': `
    select o.period_start::text as says from ${orders} o
     where o.billing_reason = 'subscription_cycle'
     group by o.subscription_id, o.period_start having count(*) > 1`,
  'an order is its items': `
    select o.id || ' is ' || o.subtotal_amount as says from ${orders} o
      left join lateral (select coalesce(sum(i.amount), 0) as amount,
                                coalesce(sum(i.discount_amount), 0) as discount,
                                coalesce(sum(i.tax_amount), 0) as tax
                           from order_item i
                          where i.organization_id = w.id and i.order_id = o.id) i on true
     where (o.subtotal_amount, o.discount_amount, o.tax_amount)
           is distinct from (i.amount, i.discount, i.tax)
        or o.net_amount <> o.subtotal_amount - o.discount_amount
        or o.total_amount <> o.net_amount + o.tax_amount`,
  'what waited is billed with its own subscription': `
    select e.label as says from ${entries} e join orders o
        on o.organization_id = w.id and o.id = e.order_id
     where o.subscription_id <> e.subscription_id`,
  'what waited is an item of its order': `
    select e.label as says from ${entries} e
     where e.order_id is not null and not exists (
       select from order_item i where i.organization_id = w.id and i.order_id = e.order_id
          and i.label = e.label and i.amount = e.amount)`,
  'what waits is billed with the next order': `
    select e.label as says from ${entries} e
     where e.order_id is null and exists (
       select from orders o where o.organization_id = w.id
          and o.subscription_id = e.subscription_id and o.created_at > e.created_at)`,
  'an order is charged once': `
    select p.order_id::text as says from ${payments} p
     where p.status = 'succeeded' and p.order_id is not null
     group by p.order_id having count(*) > 1`,
  'a payment takes what is due of its order': `
    select p.amount || ' of ' || (o.total_amount - o.applied_balance_amount) as says
      from ${payments} p join orders o on o.organization_id = w.id and o.id = p.order_id
     where p.status = 'succeeded' and p.amount <> o.total_amount - o.applied_balance_amount`,
  'what is paid was paid for': `
    select o.id::text as says from ${orders} o
     where o.status = 'paid' and o.total_amount - o.applied_balance_amount > 0
       and not exists (select from payment p where p.organization_id = w.id and p.order_id = o.id
                          and p.status = 'succeeded')`,
  'a balance is what its entries come to': `
    select b.amount || ' is ' || coalesce(e.amount, 0) as says from ${mine('customer_balance')} b
      left join lateral (select sum(e.amount) as amount, count(*) as many, max(e.position) as last
                           from customer_balance_entry e
                          where e.organization_id = w.id and e.customer_id = b.customer_id
                            and e.currency = b.currency) e on true
     where (b.amount, b.entry_count, b.entry_count) is distinct from (e.amount, e.many, e.last)`,
  'an order uses what its customer’s balance lost': `
    select o.applied_balance_amount || ' is ' || coalesce(e.amount, 0) as says from ${orders} o
      left join lateral (select -sum(e.amount) as amount from customer_balance_entry e
                          where e.organization_id = w.id and e.order_id = o.id) e on true
     where coalesce(e.amount, 0) <> case when o.given_up_at is null then o.applied_balance_amount
                                         else coalesce(e.amount, 0) end`,
  'every journal is balanced': `
    select l.journal_id::text as says from ${mine('journal_line')} l
     group by l.journal_id, l.currency having sum(l.debit) <> sum(l.credit)`,
  'the books are the orders that are paid': `
    select 'booked ' || b.amount || ', ordered ' || o.amount as says
      from (select ${booked('seller_payable')} + ${booked('tax_payable')} as amount) b,
           (select coalesce(sum(total_amount), 0) as amount from ${orders} o
             where o.status <> 'pending') o
     where b.amount <> o.amount`,
  'the books are the balances of customers': `
    select 'booked ' || b.amount || ', known ' || k.amount as says
      from (select ${booked('customer_balance')} as amount) b,
           (select coalesce(sum(e.amount), 0) as amount from ${mine('customer_balance_entry')} e
              join orders o on o.organization_id = w.id and o.id = e.order_id
             where o.status <> 'pending') k
     where b.amount <> k.amount`,
  'the books are the money that came': `
    select 'booked ' || b.amount || ', came ' || p.amount as says
      from (select -${booked('cash_at_processor')} as amount) b,
           (select coalesce(sum(amount), 0) as amount from ${payments} p
             where p.status = 'succeeded' and p.order_id is not null
               and exists (select from orders o where o.organization_id = w.id and o.id = p.order_id
                              and o.status <> 'pending')) p
     where b.amount <> p.amount`,
  'nothing is billed after the end': `
    select o.id::text as says from ${orders} o
      join subscription s on s.organization_id = w.id and s.id = o.subscription_id
     where s.ended_at is not null and o.created_at > s.ended_at`,
  'events tell the last state': `
    select e.payload->>'status' || ' is ' || s.status as says from ${subscriptions} s
     cross join lateral (select payload from ${news} n
                          where n.object_type = 'subscription' and n.object_id::uuid = s.id
                          order by n.id desc limit 1) e
     where (e.payload->>'status', (e.payload->>'current_period_start')::timestamptz,
            e.payload->>'product_id', (e.payload->>'cancel_at_period_end')::boolean,
            (e.payload->>'past_due_at')::timestamptz)
           is distinct from (s.status, s.current_period_start, s.product_id::text,
                             s.cancel_at_period_end, s.past_due_at)`,
  'events of an object are in order': `
    select name as says from (
      select n.name, n.object_version,
             lag(n.object_version) over (partition by n.object_type, n.object_id
                                         order by n.id) as last
        from ${news} n) n
     where n.object_version < n.last`,
  'what gives nothing has been told, and what gives again as well': `
    select s.status as says from ${subscriptions} s
      left join lateral (select count(*) filter (where n.name = 'subscription.revoked') as ends,
                                count(*) filter (where n.name = 'subscription.active') as begins,
                                (max(n.id) filter (where n.name = 'subscription.revoked'))
                                > max(n.id) filter (where n.name = 'subscription.active')
                                  as is_over
                           from ${news} n
                          where n.object_type = 'subscription'
                            and n.object_id::uuid = s.id) e on true
     where (s.revoked_at is not null) <> coalesce(e.is_over, false) or e.ends > e.begins`,
  'a wish to leave is told as often as it is taken back, or once more': `
    select s.status as says from ${subscriptions} s
      left join lateral (select count(*) filter (where n.name = 'subscription.canceled')
                              - count(*) filter (where n.name = 'subscription.uncanceled') as wishes
                           from ${news} n
                          where n.object_type = 'subscription'
                            and n.object_id::uuid = s.id) e on true
     where e.wishes <> case when s.canceled_at is null then 0 else 1 end`,
  'an order is told once when it comes and once when it is paid': `
    select o.status || ' ' || e.came || ' ' || e.paid as says from ${orders} o
      left join lateral (select count(*) filter (where n.name = 'order.created') as came,
                                count(*) filter (where n.name = 'order.paid') as paid
                           from ${news} n
                          where n.object_type = 'order' and n.object_id::uuid = o.id) e on true
     where e.came <> 1 or e.paid <> case when o.status = 'pending' then 0 else 1 end`,
} as const satisfies Record<string, string>

/** What holds once everything that goes on by itself has done so. */
export const restingLaws = {
  'nothing is overdue': `
    select s.status || ' since ' || s.due_at as says from ${subscriptions} s
     where s.due_at <= w.now`,
  'no attempt waits for its end': `
    select a.order_id::text as says from ${mine('subscription_attempt')} a`,
  'no change waits for its money': `
    select c.subscription_id::text as says from ${mine('subscription_change')} c`,
  'no payment is under way': `
    select p.id::text as says from ${payments} p where p.status = 'pending'`,
  'what the processor took is what was noted': `
    select 'took ' || i.amount || ', noted ' || p.amount as says
      from (select coalesce(sum(amount), 0) as amount from ${mine('sandbox_intent')} i
             where i.status = 'succeeded') i,
           (select coalesce(sum(amount), 0) as amount from ${payments} p
             where p.status = 'succeeded') p
     where i.amount <> p.amount`,
  'what came for nothing goes back': `
    select p.amount::text as says from ${payments} p
     where p.status = 'succeeded' and p.order_id is null and p.description <> 'Acme: Anvil'
       and not exists (select from sandbox_refund r join sandbox_intent i
                           on i.organization_id = w.id and i.id = r.intent_id
                        where r.organization_id = w.id and i.idempotency_key = p.id::text
                          and r.status = 'succeeded' and r.amount = p.amount)`,
  'what is paid for isn’t open': `
    select o.id::text as says from ${orders} o
      join payment p on p.organization_id = w.id and p.order_id = o.id
     where o.status = 'pending' and p.status = 'succeeded'`,
  'what was tried again in vain is counted': `
    select s.status as says from ${subscriptions} s
     where s.status = 'past_due' and s.attempts = 0 and exists (
       select from orders o join payment p on p.organization_id = w.id and p.order_id = o.id
        where o.organization_id = w.id and o.subscription_id = s.id and p.status = 'failed'
          and p.created_at > s.past_due_at)`,
  'what is overdue has something open': `
    select s.status as says from ${subscriptions} s
     where s.status in ('past_due', 'unpaid') and not exists (
       select from orders o where o.organization_id = w.id and o.subscription_id = s.id
          and o.status = 'pending' and o.given_up_at is null)`,
  'what has something open is overdue': `
    select s.status || ' of ' || o.total_amount as says from ${subscriptions} s
      join orders o on o.organization_id = w.id and o.subscription_id = s.id
     where o.status = 'pending' and o.given_up_at is null
       and s.status not in ('past_due', 'unpaid')`,
  'what is given up has given its balance back': `
    select o.id::text as says from ${orders} o
     where o.given_up_at is not null and o.applied_balance_amount > 0
       and 0 <> (select coalesce(sum(e.amount), 0) from customer_balance_entry e
                  where e.organization_id = w.id and e.order_id = o.id)`,
  'the period that runs was billed': `
    select s.current_period_start::text as says from ${subscriptions} s
     where s.ended_at is null and s.status <> 'unpaid' and not exists (
       select from orders o where o.organization_id = w.id and o.subscription_id = s.id
          and o.period_start = s.current_period_start)
       and not exists (select from organization g where g.id = w.id
                          and g.dunning_final_action = 'unpaid')`,
  'periods have no gap': `
    select o.period_start::text as says from (
      select subscription_id, billing_reason, period_start, max(period_end)
               over (partition by subscription_id order by period_start, created_at, id
                     rows between unbounded preceding and 1 preceding) as ended
        from ${orders} o) o
      join subscription s on s.organization_id = w.id and s.id = o.subscription_id
     where o.billing_reason = 'subscription_cycle' and o.ended < o.period_start
       and s.trial_end is null and not exists (
         select from organization g where g.id = w.id and g.dunning_final_action = 'unpaid')`,
  'the last state that was told is how it is': `
    select c.email as says from ${mine('customer')} c
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
  'no state is told twice in a row': `
    select e.customer_id::text as says from (
      select customer_id, name, lag(name) over (partition by customer_id order by sequence) as before
        from event_log
       where organization_id = w.id and customer_id is not null) e
     where e.name = 'customer.state_changed' and e.before = e.name`,
  'no news is left': `
    select n.name as says from ${mine('outbox')} n`,
} as const satisfies Record<string, string>
