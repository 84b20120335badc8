-- What sellers report and meters count. Partitions are months of the server's real time, so that one
-- always exists, however early or late an event says that it happened. There are no foreign keys to
-- customers and organizations, which would cost a quarter of the throughput.
alter table partition_plan add column unit text not null default 'week'
  check (unit in ('week', 'month'));
alter table partition_plan alter column keep drop not null;
comment on table partition_plan is
  'Which tables are partitioned, by week or month, and how long a partition is kept; null for always.';

drop function guildhall_make_partition(regclass, date);

create function guildhall_make_partition(parent regclass, first date) returns void
  language plpgsql as $$
declare
  child text := format('%s_%s', parent, to_char(first, 'YYYYMMDD'));
  step interval := (select ('1 ' || p.unit)::interval from partition_plan p where p.parent = $1);
begin
  if to_regclass(child) is not null then
    return;
  end if;
  execute format('create table %I (like %s including all)', child, parent);
  -- ATTACH locks the parent so weakly that writers don't notice, unlike CREATE … PARTITION OF.
  execute format('alter table %s attach partition %I for values from (%L) to (%L)', parent, child,
    first::timestamp at time zone 'UTC', (first::timestamp + step) at time zone 'UTC');
  if exists (select from pg_trigger where tgrelid = parent and tgname = 'append_only_truncate') then
    execute format(
      'create trigger append_only_truncate before truncate on %I
         for each statement execute function guildhall_refuse_change()', child);
  end if;
end $$;

create function guildhall_partition_by_month(parent regclass) returns void language sql as $$
    insert into partition_plan (parent, unit, keep) values (parent, 'month', null)
  $$;

-- Makes the current partition of every planned table and the next two.
create or replace function guildhall_prepare_partitions() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  plan partition_plan;
begin
  perform pg_advisory_xact_lock(hashtext('guildhall.partitions'));
  for plan in select * from partition_plan order by parent loop
    for ahead in 0..2 loop
      perform guildhall_make_partition(plan.parent,
        (date_trunc(plan.unit, now() at time zone 'UTC')
          + ahead * ('1 ' || plan.unit)::interval)::date);
    end loop;
  end loop;
end $$;

create or replace function guildhall_drop_expired_partitions() returns boolean
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '100ms'
as $$
declare
  expired regclass;
begin
  for expired in
    select i.inhrelid::regclass
      from partition_plan p
      join pg_inherits i on i.inhparent = p.parent
     where to_date(right(i.inhrelid::regclass::text, 8), 'YYYYMMDD') + ('1 ' || p.unit)::interval
           < (now() at time zone 'UTC') - p.keep
     order by 1
  loop
    execute format('drop table %s', expired);
  end loop;
  return true;
exception when lock_not_available then
  return false;
end $$;

create domain usage_source as text check (value in ('user', 'system'));

create table usage_event (
  organization_id uuid not null,
  id uuid not null,
  ingested_at timestamptz not null,
  "timestamp" timestamptz not null,
  customer_id uuid,
  subscription_id uuid,
  source usage_source not null,
  name text not null,
  external_customer_id text,
  external_id text,
  entity text,
  metadata jsonb not null,
  primary key (organization_id, id, ingested_at),
  constraint usage_event_customer check (num_nonnulls(customer_id, external_customer_id) > 0)
) partition by range (ingested_at);
comment on table usage_event is 'Something that a customer used.';
comment on column usage_event.organization_id is '@id organization';
comment on column usage_event.id is '@id usageEvent';
comment on column usage_event.ingested_at is 'Real time of the database; decides the partition.';
comment on column usage_event."timestamp" is 'When it happened, by the organization’s clock.';
comment on column usage_event.customer_id is
  '@id customer Null as long as nobody had the external id; see usage_adoption.';
comment on column usage_event.subscription_id is '@id subscription';
comment on column usage_event.entity is 'A part of the customer, such as a project.';

create index usage_event_by_time on usage_event (organization_id, "timestamp", id);
create index usage_event_by_name on usage_event (organization_id, name, "timestamp", id);
create index usage_event_of_customer on usage_event (organization_id, customer_id, "timestamp", id)
  where customer_id is not null;
create index usage_event_of_nobody
  on usage_event (organization_id, external_customer_id, "timestamp", id) where customer_id is null;

select guildhall_partition_by_month('usage_event');
select guildhall_prepare_partitions();

-- A unique index of a partitioned table would contain the time of ingestion, so the seller's ids are
-- unique by a table of their own.
create table usage_event_key (
  organization_id uuid not null,
  external_id text not null,
  event_id uuid not null,
  primary key (organization_id, external_id)
);
comment on table usage_event_key is 'The seller’s ids of events: each is ingested once.';
comment on column usage_event_key.organization_id is '@id organization';
comment on column usage_event_key.event_id is '@id usageEvent';

-- Counted while ingesting. Connections count in rows of their own, so that they seldom wait for each
-- other.
create table usage_event_name (
  organization_id uuid not null,
  name text not null,
  source usage_source not null,
  slot smallint not null,
  occurrences bigint not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  primary key (organization_id, name, source, slot)
) with (fillfactor = 50);
comment on table usage_event_name is 'How often events of a name were ingested, in several parts.';
comment on column usage_event_name.organization_id is '@id organization';

create table usage_adoption (
  organization_id uuid not null references organization on delete cascade,
  external_customer_id text not null,
  customer_id uuid not null,
  adopted_at timestamptz not null,
  primary key (organization_id, external_customer_id, adopted_at),
  foreign key (organization_id, customer_id) references customer (organization_id, id)
);
comment on table usage_adoption is
  'Events of nobody with this external id, ingested up to then, belong to this customer.';
comment on column usage_adoption.customer_id is '@id customer';
comment on column usage_adoption.adopted_at is 'Real time of the database, as of ingestion.';
create index usage_adoption_by_customer on usage_adoption (organization_id, customer_id);

create view customer_reference as
  select organization_id, id, external_id from customer where deleted_at is null;
comment on column customer_reference.id is '@id customer';
