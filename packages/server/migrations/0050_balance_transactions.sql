-- What the payment processor reports about its own balance: each charge, refund and dispute moves it,
-- less a fee. The fee is booked once for each of these transactions.
create table balance_transaction (
  organization_id uuid not null,
  processor_id text not null check (length(processor_id) between 1 and 255),
  payment_id uuid not null,
  about text not null check (about in ('charge', 'refund', 'dispute')),
  source_id text not null check (length(source_id) between 1 and 255),
  category text not null check (length(category) between 1 and 100),
  amount minor_units not null,
  fee_amount minor_units not null,
  currency currency not null,
  exchange_rate numeric check (exchange_rate > 0),
  payment_amount minor_units not null,
  payment_currency currency not null,
  booked_fee_amount minor_units not null,
  booked_fee_currency currency not null,
  created_at timestamptz not null,
  available_at timestamptz not null,
  primary key (organization_id, processor_id)
);
comment on table balance_transaction is 'As the payment processor reported it.';
comment on column balance_transaction.processor_id is 'The id at the processor.';
comment on column balance_transaction.payment_id is '@id payment';
comment on column balance_transaction.source_id is 'The id of the charge, refund or dispute at the processor.';
comment on column balance_transaction.category is 'The processor''s reporting category.';
comment on column balance_transaction.amount is 'What moved, before the fee, in the currency of settlement.';
comment on column balance_transaction.fee_amount is
  'Below zero where a fee was returned; in the currency of settlement.';
comment on column balance_transaction.currency is 'In which the processor settles.';
comment on column balance_transaction.exchange_rate is
  'From the currency of the payment to that of settlement; null where they are the same.';
comment on column balance_transaction.payment_amount is
  'The same movement in the currency of the payment; below zero where it went back.';
comment on column balance_transaction.booked_fee_amount is 'The fee in the books.';
comment on column balance_transaction.created_at is 'By the processor''s clock.';
comment on column balance_transaction.available_at is 'When the processor can pay it out.';
create index balance_transaction_by_payment on balance_transaction (organization_id, payment_id);
create index balance_transaction_by_age on balance_transaction (created_at);
select guildhall_append_only('balance_transaction');

-- Fees have entries of their own. A payment that failed here and was charged there has a fee and no order.
alter domain entry_kind drop constraint journal_kind_check1;
alter domain entry_kind add constraint entry_kind_check check (value in ('payment', 'balance',
  'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'dispute_lost', 'fee', 'dispute_fee',
  'settlement'));
alter table journal_entry
  drop constraint journal_entry_order,
  add constraint journal_entry_order check (
    case when kind = 'settlement' then order_id is null
         else order_id is not null or kind in ('fee', 'dispute_fee') end);

-- There are as many fees as payments, and a balance sums up the few other corrections.
drop index journal_entry_corrections;
create index journal_entry_corrections on journal_entry (organization_id, payment_id)
  where kind not in ('payment', 'balance', 'fee', 'dispute_fee');
-- Entries are only ever added, so their instants follow the order of the table.
create index journal_entry_by_writing on journal_entry using brin (written_at);

-- Which processor a payment is at.
create or replace view payment_outcome as
  select organization_id, id, status, processor from payment;

-- A comparison of the books with the processor's balance transactions.
create table reconciliation (
  id uuid primary key,
  compared_from timestamptz not null,
  compared_to timestamptz not null,
  compared_through timestamptz not null,
  transaction_count integer not null default 0 check (transaction_count >= 0),
  unrelated_count integer not null default 0 check (unrelated_count >= 0),
  booked_count integer not null default 0 check (booked_count >= 0),
  difference_count integer not null default 0 check (difference_count >= 0),
  started_at timestamptz not null,
  finished_at timestamptz,
  check (compared_from <= compared_through and compared_through <= compared_to),
  check (finished_at is null or compared_through = compared_to)
);
comment on column reconciliation.id is '@id reconciliation';
comment on column reconciliation.compared_to is 'Exclusive.';
comment on column reconciliation.compared_through is 'A run that was interrupted continues here.';
comment on column reconciliation.unrelated_count is
  'Transactions that belong to no payment of this server, such as payouts.';
comment on column reconciliation.booked_count is 'Transactions that were missing here and were booked.';
create index reconciliation_by_age on reconciliation (started_at);

create table reconciliation_difference (
  reconciliation_id uuid not null references reconciliation (id) on delete cascade,
  position integer not null check (position > 0),
  kind text not null check (kind in ('missing_here', 'missing_at_stripe', 'amount_differs',
                                     'fee_differs', 'currency_differs')),
  about text not null check (about in ('charge', 'refund', 'dispute')),
  organization_id uuid,
  payment_id uuid,
  transaction_id text,
  here_amount minor_units,
  here_currency currency,
  there_amount minor_units,
  there_currency currency,
  primary key (reconciliation_id, position),
  check ((here_amount is null) = (here_currency is null)),
  check ((there_amount is null) = (there_currency is null))
);
comment on column reconciliation_difference.reconciliation_id is '@id reconciliation';
comment on column reconciliation_difference.organization_id is
  'Null where no organization of this server is named. @id organization';
comment on column reconciliation_difference.payment_id is '@id payment';
comment on column reconciliation_difference.transaction_id is
  'The balance transaction; null where the sums of a payment differ.';
