-- The books: what was paid, paid back and disputed, as double entries of each organization. A journal
-- is one thing that happened, its lines are what it moved between accounts. An account is nothing but
-- its name, its place and its currency, so that no row of an account is where all sales meet.
create table journal (
  organization_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('payment', 'refund', 'refund_reversal', 'dispute',
                                     'dispute_reversal', 'dispute_lost', 'settlement')),
  source text not null check (length(source) between 1 and 300),
  order_id uuid,
  payment_id uuid,
  refund_id uuid,
  dispute_id text check (length(dispute_id) between 1 and 255),
  occurred_at timestamptz not null,
  written_at timestamptz not null default transaction_timestamp(),
  transaction_id bigint not null default 0,
  primary key (organization_id, id),
  constraint journal_source unique (organization_id, source),
  check ((order_id is null) = (kind = 'settlement')),
  check ((payment_id is null) = (kind = 'settlement')),
  check ((refund_id is not null) = (kind ~ '^refund')),
  check ((dispute_id is not null) = (kind ~ '^dispute'))
);
comment on column journal.source is 'What is booked, by its kind and name: never booked twice.';
comment on column journal.order_id is '@id order';
comment on column journal.payment_id is '@id payment';
comment on column journal.refund_id is '@id refund';
comment on column journal.dispute_id is 'As the processor calls it.';
comment on column journal.occurred_at is 'By the organization''s clock.';
comment on column journal.written_at is 'Real time of the transaction that wrote it; set by the database.';
comment on column journal.transaction_id is 'The transaction that wrote it; set by the database.';

create index journal_by_age on journal (organization_id, occurred_at, id);
-- Nearly all journals are payments; what corrects them is told apart.
create index journal_corrections on journal (organization_id, kind) where kind <> 'payment';

create table journal_line (
  organization_id uuid not null,
  journal_id uuid not null,
  ordinal smallint not null check (ordinal > 0),
  account text not null check (account in ('cash_at_processor', 'seller_payable', 'tax_payable',
                                           'dispute_clearing', 'processor_fees')),
  place text check (place ~ '^[A-Z]{2}(-[A-Z0-9]{1,10})?$'),
  currency currency not null,
  debit minor_units not null check (debit >= 0),
  credit minor_units not null check (credit >= 0),
  primary key (organization_id, journal_id, ordinal),
  check ((debit = 0) <> (credit = 0)),
  check (place is null or account = 'tax_payable')
);
comment on column journal_line.journal_id is '@id journal';
comment on column journal_line.place is 'Whose tax it is: DE, US-CA. Null where nobody knows.';

create index journal_line_by_account
  on journal_line (organization_id, currency, account, place) include (debit, credit);

-- What stands on each account.
create view ledger_account as
  select organization_id, currency, account, place,
         sum(debit)::bigint::minor_units as debited,
         sum(credit)::bigint::minor_units as credited
    from journal_line
   group by organization_id, currency, account, place;

select guildhall_append_only('journal');
select guildhall_append_only('journal_line');

-- Who writes a journal can't say by themselves which transaction it was, and so can't keep one open
-- for lines to come.
create function guildhall_sign_journal() returns trigger language plpgsql as $$
begin
  new.written_at := transaction_timestamp();
  new.transaction_id := pg_current_xact_id()::text::bigint;
  return new;
end $$;

create trigger sign before insert on journal
  for each row execute function guildhall_sign_journal();

-- At the commit, or earlier for who insists on it: the journal is of this very transaction, and in
-- each currency what it debits is what it credits. A line has one side only, so two are the least.
-- The instant is asked for as well, because ids of transactions begin anew in a restored copy.
create function guildhall_check_journal() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  checked uuid;
begin
  if tg_table_name = 'journal' then
    checked := new.id;
    if not exists (select from journal_line l
                    where l.organization_id = new.organization_id and l.journal_id = checked) then
      raise exception 'journal % has no lines', checked using errcode = 'check_violation';
    end if;
    return null;
  end if;
  checked := new.journal_id;
  -- One question where all is well; only a refusal asks again which of the two it was.
  if exists (select from journal j
              where j.organization_id = new.organization_id and j.id = checked
                and j.transaction_id = pg_current_xact_id()::text::bigint
                and j.written_at = transaction_timestamp()
                and not exists (select from journal_line l
                                 where l.organization_id = j.organization_id
                                   and l.journal_id = j.id
                                 group by l.currency having sum(l.debit) <> sum(l.credit))) then
    return null;
  end if;
  if exists (select from journal j
              where j.organization_id = new.organization_id and j.id = checked
                and j.transaction_id = pg_current_xact_id()::text::bigint
                and j.written_at = transaction_timestamp()) then
    raise exception 'journal % does not balance', checked using errcode = 'check_violation';
  end if;
  raise exception 'lines of journal % can only come with it', checked
    using errcode = 'insufficient_privilege';
end $$;

create constraint trigger has_lines after insert on journal
  deferrable initially deferred
  for each row execute function guildhall_check_journal();

create constraint trigger balances after insert on journal_line
  deferrable initially deferred
  for each row execute function guildhall_check_journal();
