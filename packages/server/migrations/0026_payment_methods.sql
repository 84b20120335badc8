-- Who is charged without being there: cards that customers left, the customer as the processor
-- knows them, and what a customer has to their credit.

-- A customer at a processor, who holds the cards there.
create table processor_customer (
  organization_id uuid not null references organization on delete cascade,
  customer_id uuid not null,
  processor text not null check (processor in ('sandbox', 'stripe')),
  processor_id text not null check (length(processor_id) between 1 and 255),
  created_at timestamptz not null,
  primary key (organization_id, customer_id, processor),
  foreign key (organization_id, customer_id) references customer (organization_id, id)
);
comment on column processor_customer.customer_id is '@id customer';
comment on column processor_customer.processor_id is 'What the processor calls them.';

-- What can be charged again. A row that was deleted stays, because payments name it.
create table payment_method (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  processor text not null check (processor in ('sandbox', 'stripe')),
  processor_id text not null check (length(processor_id) between 1 and 255),
  processor_customer_id text check (length(processor_customer_id) between 1 and 255),
  type text not null check (length(type) between 1 and 64),
  brand text check (length(brand) between 1 and 64),
  last4 text check (last4 ~ '^[0-9]{4}$'),
  country text check (length(country) between 1 and 8),
  exp_month smallint check (exp_month between 1 and 12),
  exp_year smallint check (exp_year between 2000 and 9999),
  wallet text check (length(wallet) between 1 and 64),
  is_default boolean not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (organization_id, id),
  constraint payment_method_at_processor unique (organization_id, processor, processor_id),
  foreign key (organization_id, customer_id) references customer (organization_id, id),
  check (not is_default or deleted_at is null),
  check (num_nulls(brand, last4, exp_month, exp_year) in (0, 4)),
  check (type <> 'card' or brand is not null)
);
comment on column payment_method.id is '@id paymentMethod';
comment on column payment_method.customer_id is '@id customer';
comment on column payment_method.processor_id is 'What a later charge names.';
comment on column payment_method.processor_customer_id is
  'Whose it is there; null where the processor knows no customers.';
comment on column payment_method.country is 'Where the card is from.';
comment on column payment_method.is_default is 'What is charged where nothing else is said.';

create unique index payment_method_default on payment_method (organization_id, customer_id)
  where is_default;
create index payment_method_by_customer on payment_method (organization_id, customer_id, created_at)
  where deleted_at is null;
-- Which cards expire by some month, over all organizations.
create index payment_method_by_expiry on payment_method (exp_year, exp_month)
  where deleted_at is null and exp_year is not null;

-- A card on its way in, without a charge: like a payment it is noted before the processor is asked.
create table method_set_up (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  checkout_id uuid,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  processor text not null check (processor in ('sandbox', 'stripe')),
  processor_id text check (length(processor_id) between 1 and 255),
  confirmation_token text check (length(confirmation_token) between 1 and 255),
  client_secret bytea,
  return_url text,
  becomes_default boolean not null,
  decline_reason text check (length(decline_reason) between 1 and 100),
  decline_message text check (length(decline_message) between 1 and 500),
  payment_method_id uuid,
  begun_at timestamptz not null,
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customer (organization_id, id),
  foreign key (organization_id, payment_method_id) references payment_method (organization_id, id),
  foreign key (organization_id, checkout_id) references checkout (organization_id, id),
  constraint method_set_up_declined check ((status = 'failed') = (decline_reason is not null)),
  constraint method_set_up_done check ((status = 'succeeded') = (payment_method_id is not null)),
  constraint method_set_up_over check
    (status = 'pending' or (confirmation_token is null and client_secret is null))
);
comment on column method_set_up.id is '@id methodSetUp';
comment on column method_set_up.customer_id is '@id customer';
comment on column method_set_up.checkout_id is '@id checkout';
comment on column method_set_up.payment_method_id is 'What came of it. @id paymentMethod';
comment on column method_set_up.processor_id is 'What the processor calls it; null until it has heard of it.';
comment on column method_set_up.confirmation_token is 'Stands for the card entry.';
comment on column method_set_up.client_secret is
  'With it the customer''s browser carries on; there while the customer is asked. Sealed for this row.';
comment on column method_set_up.becomes_default is 'Also where the customer has a default already.';
comment on column method_set_up.begun_at is
  'In real time, in which the processor forgets idempotency keys.';
comment on column method_set_up.version is 'Counts the changes, for the events about this set-up.';

create index method_set_up_by_customer on method_set_up (organization_id, customer_id);
create index method_set_up_by_checkout on method_set_up (organization_id, checkout_id)
  where checkout_id is not null;
create index method_set_up_by_method on method_set_up (organization_id, payment_method_id)
  where payment_method_id is not null;

-- A payment is made with what the customer has just entered, or with what they left.
alter table payment
  add column payment_method_id uuid,
  add column keeps_method boolean not null default false,
  add foreign key (organization_id, payment_method_id)
    references payment_method (organization_id, id),
  add constraint payment_source
    check (status <> 'pending' or num_nonnulls(confirmation_token, payment_method_id) = 1);
comment on column payment.payment_method_id is
  'What is charged, or what was kept of this payment. @id paymentMethod';
comment on column payment.keeps_method is 'Whether the card is kept for later when the payment succeeds.';

create index payment_by_method on payment (organization_id, payment_method_id)
  where payment_method_id is not null;
-- What was begun without the customer, and nobody carried out.
create index payment_to_resume on payment (begun_at, id)
  where status = 'pending' and payment_method_id is not null;
-- Nobody is charged twice for an order: whoever tries again waits for how the last attempt ended.
create unique index payment_for_order on payment (organization_id, order_id)
  where order_id is not null and status <> 'failed';

-- The truth that is running, under whose lock a balance is used; the entries say how it came about.
create table customer_balance (
  organization_id uuid not null references organization on delete cascade,
  customer_id uuid not null,
  currency currency not null,
  amount minor_units not null,
  entry_count bigint not null check (entry_count > 0),
  primary key (organization_id, customer_id, currency),
  foreign key (organization_id, customer_id) references customer (organization_id, id)
);
comment on table customer_balance is 'What customers have to their credit, or owe where it is below zero.';
comment on column customer_balance.customer_id is '@id customer';

create table customer_balance_entry (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  currency currency not null,
  position bigint not null check (position > 0),
  kind text not null
    check (kind in ('credited', 'used', 'carried', 'collected', 'returned', 'taken')),
  amount minor_units not null check (amount <> 0),
  balance minor_units not null,
  order_id uuid not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint customer_balance_entry_position
    unique (organization_id, customer_id, currency, position),
  constraint customer_balance_entry_once unique (organization_id, order_id, kind),
  constraint customer_balance_not_overdrawn check (kind <> 'used' or balance >= 0),
  check (case when kind in ('credited', 'collected') then amount > 0
              when kind in ('used', 'carried') then amount < 0
              else true end)
);
comment on column customer_balance_entry.id is '@id customerBalanceEntry';
comment on column customer_balance_entry.customer_id is '@id customer';
comment on column customer_balance_entry.order_id is '@id order';
comment on column customer_balance_entry.kind is
  'An order that came to less than nothing is credited; an order uses what there is; what is too little '
  'to be charged is carried, and collected by the next order; an order that is given up returns what it '
  'used, and one that is paid after all takes it again.';
comment on column customer_balance_entry.balance is 'What there is after it.';
comment on column customer_balance_entry.created_at is 'By the organization''s clock.';
select guildhall_append_only('customer_balance_entry');

-- Orders of subscriptions may come to less than nothing, wait for their payment, and be given up.
alter table orders
  drop constraint orders_subtotal_amount_check,
  drop constraint orders_net_amount_check,
  drop constraint orders_tax_amount_check,
  drop constraint order_refunded_amount,
  drop constraint order_refunded_tax,
  add column applied_balance_amount minor_units not null default 0,
  add column period_start timestamptz,
  add column period_end timestamptz,
  add column given_up_at timestamptz,
  add constraint order_tax_follows check (tax_amount = 0 or sign(tax_amount) = sign(net_amount)),
  add constraint order_refunded_amount
    check (refunded_amount between 0 and greatest(net_amount, 0)),
  add constraint order_refunded_tax
    check (refunded_tax_amount between 0 and greatest(tax_amount, 0)),
  add constraint order_applied_balance check (applied_balance_amount <= total_amount),
  add constraint order_period check
    ((period_start is null) = (period_end is null) and period_start < period_end),
  add constraint order_given_up check (given_up_at is null or status = 'pending');
comment on column orders.applied_balance_amount is
  'What the customer''s balance paid of it; below zero what went there, or was collected with it.';
comment on column orders.period_start is 'What the order is for, where it is for a time.';
comment on column orders.given_up_at is 'When nobody tried to collect it any more.';

alter table order_item
  drop constraint order_item_amount_check,
  drop constraint order_item_check,
  drop constraint order_item_tax_amount_check,
  add constraint order_item_discount check (discount_amount between 0 and greatest(amount, 0));

-- A period is billed once, by whoever comes first.
create unique index order_of_period on orders (organization_id, subscription_id, period_start)
  where billing_reason = 'subscription_cycle';
create index order_by_subscription on orders (organization_id, subscription_id, created_at)
  where subscription_id is not null;
create index order_to_collect on orders (organization_id, subscription_id)
  where status = 'pending' and given_up_at is null;

-- What customers have to their credit is in the books as well; an order that a balance paid whole has
-- no payment.
alter table journal
  drop constraint journal_kind_check,
  drop constraint journal_check1,
  add constraint journal_kind_check check (kind in ('payment', 'balance', 'refund', 'refund_reversal',
    'dispute', 'dispute_reversal', 'dispute_lost', 'settlement')),
  add constraint journal_payment check ((payment_id is null) = (kind in ('settlement', 'balance')));
alter table journal_line
  drop constraint journal_line_account_check,
  add constraint journal_line_account_check check (account in ('cash_at_processor', 'seller_payable',
    'tax_payable', 'customer_balance', 'dispute_clearing', 'processor_fees'));
drop index journal_corrections;
create index journal_corrections on journal (organization_id, kind)
  where kind not in ('payment', 'balance');
