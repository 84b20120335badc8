-- What corrects revenue, what was used, which payments failed, and why customers left. Each is counted
-- on a day of its own, so that days that are over don't change.

-- What refunds and disputes took back of an order, without tax, as the ledger has it. A dispute may
-- take more later, which is no other dispute. Credit that is paid out was never revenue.
create view order_correction as
  select e.organization_id, e.id, e.kind, e.occurred_at, o.customer_id, o.product_id,
         o.subscription_id, o.currency,
         case when e.kind = 'refund_reversal' then -1
              when e.kind = 'refund'
                or e.source in ('dispute:' || e.dispute_id, 'dispute_end:' || e.dispute_id) then 1
              else 0 end as counted,
         (select coalesce(sum(l.debit - l.credit), 0)
            from journal_entry t
            join entry_line l on l.organization_id = t.organization_id and l.entry_id = t.id
           where t.organization_id = e.organization_id
             and t.source = case when e.kind = 'dispute_lost'
                                 then replace(e.source, 'dispute_end:', 'dispute:')
                                 else e.source end
             and l.account = 'seller_payable')::bigint::minor_units as net_amount
    from journal_entry e
    join orders o on o.organization_id = e.organization_id and o.id = e.order_id
    left join refund r on r.organization_id = e.organization_id and r.id = e.refund_id
   where e.kind in ('refund', 'refund_reversal', 'dispute', 'dispute_lost')
     and r.is_payout is not true;
comment on column order_correction.id is '@id journalEntry';
comment on column order_correction.customer_id is '@id customer';
comment on column order_correction.product_id is '@id product';
comment on column order_correction.subscription_id is '@id subscription';
create index journal_entry_of_corrections on journal_entry (organization_id, occurred_at)
  where kind in ('refund', 'refund_reversal', 'dispute', 'dispute_lost');

-- Orders that were paid by a payment.
create view charged_order as
  select e.organization_id, e.id, e.occurred_at, o.customer_id, o.product_id, o.subscription_id,
         o.currency
    from journal_entry e
    join orders o on o.organization_id = e.organization_id and o.id = e.order_id
   where e.kind = 'payment';
comment on column charged_order.id is '@id journalEntry';
comment on column charged_order.customer_id is '@id customer';
comment on column charged_order.product_id is '@id product';
comment on column charged_order.subscription_id is '@id subscription';

-- Attempts to charge an order that is there already: what a checkout tries comes before its order.
create view order_payment as
  select p.organization_id, p.id, p.order_id, p.status, p.amount, p.currency, p.created_at,
         o.customer_id, o.product_id, o.subscription_id
    from payment p
    join orders o on o.organization_id = p.organization_id and o.id = p.order_id
   where p.checkout_id is null;
comment on column order_payment.id is '@id payment';
comment on column order_payment.order_id is '@id order';
comment on column order_payment.customer_id is '@id customer';
comment on column order_payment.product_id is '@id product';
comment on column order_payment.subscription_id is '@id subscription';
create index payment_pending on payment (organization_id, created_at)
  where status = 'pending' and order_id is not null;

-- What metered prices billed, and what of it was credited later.
create view billed_usage as
  select i.organization_id, i.id, i.created_at, o.customer_id, o.product_id, o.subscription_id,
         o.currency, i.amount - i.discount_amount as net_amount
    from order_item i
    join orders o on o.organization_id = i.organization_id and o.id = i.order_id
   where i.usage_settlement_id is not null;
comment on column billed_usage.id is '@id orderItem';
comment on column billed_usage.customer_id is '@id customer';
comment on column billed_usage.product_id is '@id product';
comment on column billed_usage.subscription_id is '@id subscription';
create index order_item_of_usage on order_item (organization_id, created_at)
  where usage_settlement_id is not null;

create or replace view subscription_start as
  select organization_id, id, started_at, customer_cancellation_reason from subscription;

alter table checkout add column checkout_link_id uuid;
comment on column checkout.checkout_link_id is
  'The link that it was opened by; unknown of those from before. @id checkoutLink';
create or replace view opened_checkout as
  select organization_id, id, status, product_id, currency, customer_id, created_at, checkout_link_id
    from checkout;
comment on column opened_checkout.checkout_link_id is '@id checkoutLink';

create view checkout_link_label as select organization_id, id, label from checkout_link;
comment on column checkout_link_label.id is '@id checkoutLink';

-- Days lack the new sums and are made anew.
delete from metrics_day;
delete from metrics_roll_up;
alter table metrics_day
  add column payments bigint not null,
  add column refunds bigint not null,
  add column refunded_amount bigint not null,
  add column disputes bigint not null,
  add column lost_disputes bigint not null,
  add column lost_amount bigint not null,
  add column usage_revenue bigint not null,
  add column failed_payments bigint not null,
  add column failed_amount bigint not null,
  add column recovered_payments bigint not null,
  add column recovered_amount bigint not null,
  add column cancellations_customer_service bigint not null,
  add column cancellations_low_quality bigint not null,
  add column cancellations_missing_features bigint not null,
  add column cancellations_switched_service bigint not null,
  add column cancellations_too_complex bigint not null,
  add column cancellations_too_expensive bigint not null,
  add column cancellations_unused bigint not null,
  add column cancellations_other bigint not null;
comment on column metrics_day.refunds is 'Less those that failed after they had succeeded.';
comment on column metrics_day.failed_payments is
  'Orders of which an attempt to charge them failed for the first time.';

-- The nightly recount of what was rolled up.
alter table metrics_roll_up
  add column recounted_at timestamptz,
  add column difference_count integer not null default 0 check (difference_count >= 0);
comment on column metrics_roll_up.recounted_at is
  'When its days were last counted again, in real time; null before that.';
comment on column metrics_roll_up.difference_count is 'How many figures differed then.';

create table metrics_difference (
  organization_id uuid not null references metrics_roll_up on delete cascade,
  position smallint not null check (position > 0),
  starts_at timestamptz,
  currency currency not null,
  figure text not null check (length(figure) between 1 and 100),
  rolled_up bigint not null,
  counted bigint not null,
  primary key (organization_id, position)
);
comment on table metrics_difference is 'Where days differed from their rows when they were last counted again.';
comment on column metrics_difference.organization_id is '@id organization';
comment on column metrics_difference.starts_at is 'Of the day; null before the first one.';
