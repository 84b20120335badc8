-- News on its way out. A unit of work adds rows as its last statement; the dispatcher moves them
-- to event_log within a moment, so this table stays small. It is never partitioned: making or
-- dropping a partition would queue every writer.
create table outbox (
  id bigint generated always as identity primary key,
  organization_id uuid,
  customer_id uuid,
  name text not null check (length(name) between 1 and 100),
  object_type text not null,
  object_id text not null,
  object_version bigint not null,
  payload jsonb not null check (jsonb_typeof(payload) = 'object'),
  recorded_at timestamptz not null,
  organization_time timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

comment on column outbox.organization_id is '@id organization';
comment on column outbox.customer_id is '@id customer';
comment on column outbox.recorded_at is 'Real time of the unit of work.';
comment on column outbox.organization_time is 'The unit of work''s instant by the organization''s clock.';

-- Where each organization's line of events stands; events of no organization form a line of
-- their own under the nil id. Only the dispatcher writes here.
create table event_line (
  line uuid primary key,
  sequence bigint not null check (sequence > 0)
) with (fillfactor = 50);

-- Everything that happened. Ids have no foreign keys, so that what they name may be deleted.
create table event_log (
  id bigint not null,
  organization_id uuid,
  sequence bigint not null,
  customer_id uuid,
  name text not null,
  object_type text not null,
  object_id text not null,
  object_version bigint not null,
  payload jsonb not null,
  recorded_at timestamptz not null,
  organization_time timestamptz not null,
  logged_at timestamptz not null default now(),
  primary key (logged_at, id),
  unique nulls not distinct (organization_id, sequence, logged_at)
) partition by range (logged_at);

comment on column event_log.id is 'The id that the row had in the outbox.';
comment on column event_log.organization_id is '@id organization';
comment on column event_log.customer_id is '@id customer';
comment on column event_log.sequence is 'Counts the events of an organization without a gap.';
comment on column event_log.logged_at is 'Real time of dispatch; decides the partition.';

create index event_log_object on event_log (organization_id, object_id, sequence);

select guildhall_append_only('event_log');
select guildhall_partition_by_week('event_log', interval '400 days');
