-- Customers see their balance, checkouts use it, and sellers change it and pay it out.
alter table customer_balance
  add column id uuid,
  add column created_at timestamptz,
  add column modified_at timestamptz;
update customer_balance b
   set id = e.id, created_at = e.created_at, modified_at = e.last_at
  from (select organization_id, customer_id, currency, max(created_at) as last_at,
               (array_agg(id order by position))[1] as id,
               (array_agg(created_at order by position))[1] as created_at
          from customer_balance_entry group by 1, 2, 3) e
 where e.organization_id = b.organization_id and e.customer_id = b.customer_id
   and e.currency = b.currency;
alter table customer_balance
  alter column id set not null,
  alter column created_at set not null,
  alter column modified_at set not null,
  add constraint customer_balance_id unique (organization_id, id);
comment on column customer_balance.id is '@id customerBalance';
comment on column customer_balance.created_at is 'By the organization''s clock.';
comment on column customer_balance.modified_at is 'When it changed last.';

create domain balance_reason as text check (length(value) between 1 and 500);

alter table customer_balance_entry
  alter column order_id drop not null,
  add column checkout_id uuid,
  add column refund_id uuid,
  add column reason balance_reason,
  add column actor_type text,
  add column actor_id uuid,
  drop constraint customer_balance_entry_kind,
  drop constraint customer_balance_entry_sign,
  add constraint customer_balance_entry_kind check (kind in
    ('credited', 'used', 'carried', 'collected', 'returned', 'taken', 'reclaimed', 'restored',
     'adjusted', 'paid_out', 'forfeited')),
  add constraint customer_balance_entry_sign check
    (case when kind in ('credited', 'collected', 'restored') then amount > 0
          when kind in ('used', 'carried', 'reclaimed', 'paid_out') then amount < 0
          else true end),
  add constraint customer_balance_entry_order check
    ((order_id is null) = (kind in ('adjusted', 'forfeited'))),
  add constraint customer_balance_entry_reason check ((reason is not null) = (kind = 'adjusted')),
  add constraint customer_balance_entry_refund check (kind <> 'paid_out' or refund_id is not null),
  add constraint customer_balance_entry_actor check ((actor_type is null) = (actor_id is null)),
  drop constraint customer_balance_not_overdrawn,
  add constraint customer_balance_not_overdrawn check
    (balance >= 0 or not (kind in ('used', 'paid_out') or kind = 'adjusted' and amount < 0));
comment on column customer_balance_entry.order_id is
  'Of a checkout that is being paid, the order that it will place. @id order';
comment on column customer_balance_entry.checkout_id is
  'The checkout that reserved it, or released it. @id checkout';
comment on column customer_balance_entry.refund_id is
  'The refund that pays it out, or that failed to. @id refund';
comment on column customer_balance_entry.reason is 'Why the seller adjusted it.';
comment on column customer_balance_entry.actor_id is 'Who adjusted, paid out or forfeited it.';
comment on column customer_balance_entry.kind is
  'An order below zero is credited; an order uses what there is; an amount too small to charge is '
  'carried, and collected by the next order; an order that is no longer collected, or not placed, '
  'returns what it used, and takes it again if it is paid after all. What a customer gets back of a '
  'payment although it was credited before is reclaimed, and restored if it doesn''t stay with them. '
  'Sellers adjust a balance and pay it out; what is left of a deleted customer''s is forfeited.';
drop index customer_balance_entry_once;
create unique index customer_balance_entry_once
  on customer_balance_entry (organization_id, order_id, kind)
  where kind not in ('reclaimed', 'restored', 'paid_out');
create unique index customer_balance_entry_of_refund
  on customer_balance_entry (organization_id, refund_id, kind)
  where refund_id is not null;
create index customer_balance_entry_by_order on customer_balance_entry (organization_id, order_id)
  where order_id is not null;

alter table checkout
  add column applied_balance_amount minor_units not null default 0,
  add column balance_order_id uuid,
  add constraint checkout_applied_balance check
    (applied_balance_amount >= 0 and (applied_balance_amount > 0) = (balance_order_id is not null));
comment on column checkout.applied_balance_amount is
  'The credit of the customer that pays a part of it, reserved while it is being paid.';
comment on column checkout.balance_order_id is
  'The order that it will place, under which its credit is reserved. @id order';

alter table refund
  add column is_payout boolean not null default false,
  add constraint refund_payout check
    (not is_payout or amount = 0 and tax_amount = 0 and owed_amount > 0);
comment on column refund.is_payout is
  'Whether it pays out the customer''s balance, from which its amount is taken in advance.';

-- What the customer hasn't accepted is billed without the customer's credit.
create index subscription_unaccepted on subscription (organization_id, customer_id)
  where accepted_at is null and ended_at is null;
create view unaccepted_subscription as
  select organization_id, id, customer_id from subscription
   where accepted_at is null and ended_at is null;
comment on column unaccepted_subscription.id is '@id subscription';
comment on column unaccepted_subscription.customer_id is '@id customer';

-- The books: what the seller gives to customers, or takes back.
alter domain entry_kind drop constraint entry_kind_check;
alter domain entry_kind add constraint entry_kind_check check (value in ('payment', 'balance',
  'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'dispute_lost', 'fee', 'dispute_fee',
  'adjustment', 'settlement'));
alter domain ledger_account_name drop constraint journal_account_check;
alter domain ledger_account_name add constraint ledger_account_name_check check (value in
  ('cash_at_processor', 'seller_payable', 'tax_payable', 'customer_balance', 'dispute_clearing',
   'processor_fees', 'credit_adjustments'));
alter table journal_entry
  drop constraint journal_entry_order,
  drop constraint journal_entry_payment,
  add constraint journal_entry_order check (
    case when kind in ('settlement', 'adjustment') then order_id is null
         else order_id is not null or kind in ('fee', 'dispute_fee') end),
  add constraint journal_entry_payment check
    ((payment_id is null) = (kind in ('settlement', 'balance', 'adjustment')));
