-- What was charged for a period, and what of it came back: credits are bounded by it, and carry the tax
-- that was paid.
alter table order_item
  add column period_start timestamptz,
  add column period_end timestamptz,
  add column credited_amount minor_units not null default 0,
  add column credited_tax_amount minor_units not null default 0,
  add column reverses_item_id uuid,
  add constraint order_item_period check
    ((period_start is null) = (period_end is null) and period_start < period_end),
  add constraint order_item_credited check
    (credited_amount between 0 and greatest(amount - discount_amount, 0)),
  add constraint order_item_credited_tax check
    (credited_tax_amount between 0 and greatest(tax_amount, 0)),
  add constraint order_item_reversal check
    (reverses_item_id is null or (amount < 0 and tax_amount <= 0 and credited_amount = 0)),
  add foreign key (organization_id, reverses_item_id) references order_item (organization_id, id);
comment on column order_item.period_start is 'What the item pays for, where it is for a period.';
comment on column order_item.credited_amount is
  'What was credited of it since, or is promised to the next order; without tax.';
comment on column order_item.credited_tax_amount is 'The tax that was credited with it.';
comment on column order_item.reverses_item_id is
  'The item that this one credits; its tax is of the same rate and place. @id orderItem';

create index order_item_by_reversed on order_item (organization_id, reverses_item_id)
  where reverses_item_id is not null;

update order_item i
   set period_end = o.period_end,
       period_start = case when i.proration and o.created_at > o.period_start
                           then least(o.created_at, o.period_end - interval '1 millisecond')
                           else o.period_start end
  from orders o
 where o.organization_id = i.organization_id and o.id = i.order_id and o.period_end is not null;

-- The order of a checkout had no period: it is the one that the subscription started with.
update order_item i
   set period_start = s.current_period_start, period_end = s.current_period_end
  from orders o
  join subscription s on s.organization_id = o.organization_id and s.id = o.subscription_id
 where o.organization_id = i.organization_id and o.id = i.order_id
   and o.billing_reason = 'subscription_create' and o.period_end is null
   and o.created_at >= s.current_period_start and o.created_at < s.current_period_end;

-- Credits of a current period reduced the latest charge for the same price.
with credits as (
  select c.organization_id, charged.id, sum(c.discount_amount - c.amount) as amount,
         sum(-c.tax_amount) as tax_amount
    from order_item c
    join orders o on o.organization_id = c.organization_id and o.id = c.order_id
    join lateral (
      select i.id from order_item i
        join orders earlier on earlier.organization_id = i.organization_id
         and earlier.id = i.order_id
       where i.organization_id = c.organization_id
         and earlier.subscription_id = o.subscription_id
         and i.product_price_id = c.product_price_id and i.period_end = c.period_end
         and i.amount > 0 and i.created_at <= c.created_at and i.order_id <> c.order_id
       order by i.created_at desc, i.id desc limit 1) charged on true
   where c.amount < 0 and c.proration
   group by 1, 2)
update order_item i
   set credited_amount = least(c.amount, i.amount - i.discount_amount),
       credited_tax_amount = greatest(least(c.tax_amount, i.tax_amount), 0)
  from credits c
 where i.organization_id = c.organization_id and i.id = c.id;

alter table billing_entry
  add column reverses_item_id uuid,
  add column tax_amount minor_units not null default 0,
  add constraint billing_entry_reversal check
    (case when reverses_item_id is null then tax_amount = 0
          else amount < 0 and tax_amount <= 0 end),
  add foreign key (organization_id, reverses_item_id) references order_item (organization_id, id);
comment on column billing_entry.reverses_item_id is
  'The item of an earlier order that this entry credits. @id orderItem';
comment on column billing_entry.tax_amount is 'Of a credit: the tax that was paid on it.';

-- An order may credit tax of another rate than it charges. What is refunded never exceeds what it charges.
alter table orders
  drop constraint order_tax_follows,
  drop constraint order_refunded_amount,
  drop constraint order_refunded_tax,
  drop constraint orders_check4,
  add constraint order_refunded_amount check
    (refunded_amount >= 0 and refunded_tax_amount >= 0),
  add constraint order_refunded check
    (status <> 'refunded' or refunded_amount + refunded_tax_amount >= total_amount);

-- A payment that the customer disputes at their bank. While it is open, and after it is lost, its
-- amount is neither refunded nor credited.
create domain dispute_status as text check (value in ('open', 'won', 'lost'));

create table dispute (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  order_id uuid not null,
  payment_id uuid not null,
  processor_id outside_id not null,
  status dispute_status not null,
  amount minor_units not null check (amount >= 0),
  tax_amount minor_units not null check (tax_amount >= 0),
  owed_amount minor_units not null check (owed_amount >= 0),
  currency currency not null,
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  primary key (organization_id, id),
  constraint dispute_processor_id unique (organization_id, processor_id),
  foreign key (organization_id, order_id) references orders (organization_id, id)
    on delete cascade,
  foreign key (organization_id, payment_id) references payment (organization_id, id)
);
comment on column dispute.id is '@id dispute';
comment on column dispute.order_id is '@id order';
comment on column dispute.payment_id is '@id payment';
comment on column dispute.amount is 'Of what was left of the order, without tax.';
comment on column dispute.owed_amount is
  'What was credited before, or paid an earlier debt: the customer owes it again.';
comment on column dispute.processor_id is 'The id at the processor.';

create index dispute_by_order on dispute (organization_id, order_id);

insert into dispute (organization_id, id, order_id, payment_id, processor_id, status, amount,
                     tax_amount, owed_amount, currency, created_at)
select j.organization_id, j.id, j.order_id, j.payment_id, j.dispute_id,
       case (select e.kind from journal_entry e
              where e.organization_id = j.organization_id
                and e.source = 'dispute_end:' || j.dispute_id)
            when 'dispute_reversal' then 'won' when 'dispute_lost' then 'lost' else 'open' end,
       coalesce(sum(l.debit) filter (where l.account = 'seller_payable'), 0),
       coalesce(sum(l.debit) filter (where l.account = 'tax_payable'), 0),
       0, l.currency, j.occurred_at
  from journal_entry j
  join entry_line l on l.organization_id = j.organization_id and l.entry_id = j.id
 where j.kind = 'dispute'
 group by j.organization_id, j.id, l.currency;

-- The same of refunds that were made at the processor.
alter table refund
  add column owed_amount minor_units not null default 0,
  drop constraint refund_check,
  add constraint refund_of_something check (amount + tax_amount + owed_amount > 0);
comment on column refund.owed_amount is
  'What was credited before, or paid an earlier debt: the customer owes it again. Below zero: what '
  'goes back to the customer''s balance.';

alter table customer_balance_entry
  drop constraint customer_balance_entry_kind_check,
  drop constraint customer_balance_entry_check,
  drop constraint customer_balance_entry_once,
  add constraint customer_balance_entry_kind check (kind in
    ('credited', 'used', 'carried', 'collected', 'returned', 'taken', 'reclaimed', 'restored')),
  add constraint customer_balance_entry_sign check
    (case when kind in ('credited', 'collected', 'restored') then amount > 0
          when kind in ('used', 'carried', 'reclaimed') then amount < 0
          else true end);
create unique index customer_balance_entry_once
  on customer_balance_entry (organization_id, order_id, kind)
  where kind not in ('reclaimed', 'restored');
comment on column customer_balance_entry.kind is
  'An order below zero is credited; an order uses what there is; an amount too small to charge is '
  'carried, and collected by the next order; an order that is no longer collected returns what it '
  'used, and takes it again if it is paid after all. What a customer gets back of a payment although '
  'it was credited before is reclaimed, and restored if it doesn''t stay with them.';

-- Of changes that are being paid: the amount that was taxed is compared without credits now.
update subscription_change
   set request = (request - 'netAmount')
                 || jsonb_build_object('taxableAmount', request -> 'netAmount')
 where request ? 'netAmount';
