-- What a seller's own server is told. The log of events is the queue: an endpoint has a lane, and
-- the lane remembers how far it has read. Only what was sent has rows of its own.

-- Which events were recorded together is known until they are dispatched.
alter table outbox
  add column transaction_id bigint not null default (pg_current_xact_id()::text::bigint);

create table webhook_endpoint (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  url text not null check (length(url) between 1 and 2083),
  name text check (length(name) between 1 and 256),
  format text not null check (format in ('raw', 'discord', 'slack')),
  events text[] not null
    check (cardinality(events) > 0 and array_position(events, null) is null),
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  is_enabled boolean not null default true,
  disabled_reason text check (disabled_reason in ('member', 'failing')),
  created_at timestamptz not null,
  modified_at timestamptz,
  version bigint not null default 1,
  primary key (organization_id, id),
  constraint webhook_endpoint_disabled check (is_enabled = (disabled_reason is null)),
  constraint webhook_endpoint_rotated
    check ((previous_secret_sealed is null) = (previous_secret_until is null))
);
comment on column webhook_endpoint.id is '@id webhookEndpoint';
comment on column webhook_endpoint.events is 'The types of events that it asks for.';
comment on column webhook_endpoint.secret_sealed is 'What it is signed with. Sealed for this row.';
comment on column webhook_endpoint.previous_secret_until is
  'In real time: until then both secrets sign, so that nobody has to change over in one moment.';
comment on column webhook_endpoint.disabled_reason is
  'Who stopped it: a member, or the server because it failed again and again.';
comment on column webhook_endpoint.version is 'Counts the changes.';

-- How far an endpoint is, how it fares, and which process serves it just now. Every delivery
-- writes here, so that nothing but its key is indexed.
create table webhook_lane (
  organization_id uuid not null,
  endpoint_id uuid not null,
  read_through bigint not null check (read_through >= 0),
  read_at timestamptz not null,
  due_at timestamptz,
  holder uuid,
  held_until timestamptz,
  failing_since timestamptz,
  failed_events integer not null default 0 check (failed_events >= 0),
  warned_at timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_code integer,
  primary key (organization_id, endpoint_id),
  foreign key (organization_id, endpoint_id) references webhook_endpoint (organization_id, id)
    on delete cascade,
  constraint webhook_lane_held check ((holder is null) = (held_until is null)),
  constraint webhook_lane_failing check ((failing_since is null) = (failed_events = 0))
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
comment on column webhook_lane.endpoint_id is '@id webhookEndpoint';
comment on column webhook_lane.read_through is
  'The sequence up to which every event has left for the first time.';
comment on column webhook_lane.read_at is 'When that one was logged: what is older need not be looked at.';
comment on column webhook_lane.due_at is
  'No delivery that waits is due before, so that nobody has to look for it.';
comment on column webhook_lane.holder is '@id deliverer';
comment on column webhook_lane.held_until is 'By the clock of the database, which all processes share.';
comment on column webhook_lane.failed_events is 'Different events that failed since the last success.';
comment on column webhook_lane.warned_at is 'When the members were told of this row of failures.';

-- An event on its way to an endpoint, or there. One that waits without a time stands behind an
-- earlier one of the same object. No foreign keys: a week goes at once, with its partition.
create table webhook_delivery (
  organization_id uuid not null,
  endpoint_id uuid not null,
  sequence bigint not null,
  logged_at timestamptz not null,
  id uuid not null,
  name text not null,
  object_type text not null,
  object_id text not null,
  object_version bigint not null,
  customer_id uuid,
  state text not null check (state in ('delivered', 'waiting', 'failed', 'skipped')),
  attempts integer not null check (attempts >= 0),
  attempts_before integer not null default 0 check (attempts_before between 0 and attempts),
  attempted_at timestamptz,
  next_attempt_at timestamptz check (next_attempt_at is null or state = 'waiting'),
  last_code integer,
  created_at timestamptz not null,
  modified_at timestamptz,
  primary key (organization_id, endpoint_id, sequence, logged_at)
) partition by range (logged_at);
comment on column webhook_delivery.endpoint_id is '@id webhookEndpoint';
comment on column webhook_delivery.sequence is 'Of the event in the log.';
comment on column webhook_delivery.logged_at is 'Of the event in the log; decides the partition.';
comment on column webhook_delivery.id is
  'Sent along, and the same each time: made of the endpoint and the sequence. @id webhookDelivery';
comment on column webhook_delivery.customer_id is '@id customer';
comment on column webhook_delivery.attempts_before is
  'How many there had been when the schedule began afresh.';
comment on column webhook_delivery.attempted_at is 'Real time of the last attempt.';
comment on column webhook_delivery.last_code is 'What the last attempt was answered with, if at all.';

create index webhook_delivery_due
  on webhook_delivery (organization_id, endpoint_id, next_attempt_at, sequence)
  where state = 'waiting' and next_attempt_at is not null;
create index webhook_delivery_waiting
  on webhook_delivery (organization_id, endpoint_id, object_id, sequence) where state = 'waiting';
create index webhook_delivery_by_state
  on webhook_delivery (organization_id, endpoint_id, state, sequence) where state <> 'delivered';
create index webhook_delivery_by_id on webhook_delivery (organization_id, id);
create index webhook_delivery_by_sequence on webhook_delivery (organization_id, sequence);
create index webhook_delivery_by_object on webhook_delivery (organization_id, object_id, sequence);

-- Every single attempt, in real time.
create table webhook_attempt (
  organization_id uuid not null,
  id uuid not null,
  attempted_at timestamptz not null,
  endpoint_id uuid not null,
  delivery_id uuid not null,
  sequence bigint not null,
  duration_ms integer not null check (duration_ms >= 0),
  http_code integer,
  succeeded boolean not null,
  error text check (length(error) <= 500),
  response_head text check (length(response_head) <= 2048),
  primary key (organization_id, id, attempted_at)
) partition by range (attempted_at);
comment on column webhook_attempt.id is 'In the order of time. @id webhookAttempt';
comment on column webhook_attempt.endpoint_id is '@id webhookEndpoint';
comment on column webhook_attempt.delivery_id is '@id webhookDelivery';
comment on column webhook_attempt.sequence is 'Of the event in the log.';
comment on column webhook_attempt.error is 'Why there was no good answer, in words for people.';
comment on column webhook_attempt.response_head is 'How the answer began.';

create index webhook_attempt_by_endpoint on webhook_attempt (organization_id, endpoint_id, id);
create index webhook_attempt_by_delivery on webhook_attempt (organization_id, delivery_id, id);

select guildhall_append_only('webhook_attempt');
select guildhall_partition_by_week('webhook_delivery', interval '90 days');
select guildhall_partition_by_week('webhook_attempt', interval '90 days');

-- Since when there is room for deliveries: what was logged before can't be sent again.
create function webhook_kept_since(real_time timestamptz) returns timestamptz
  language sql stable as $$
    select greatest(
      real_time - interval '90 days',
      (select min(to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD'))::timestamp
                at time zone 'UTC'
         from pg_inherits where inhparent = 'webhook_delivery'::regclass))
  $$;

-- For presenting elsewhere: which events an endpoint has taken or has no use for, and who asks for
-- which.
create view webhook_taken as
  select organization_id, endpoint_id, sequence, name, object_type, object_id, object_version
    from webhook_delivery where state in ('delivered', 'skipped');
comment on column webhook_taken.endpoint_id is '@id webhookEndpoint';

create view webhook_listener as
  select organization_id, id as endpoint_id, unnest(events) as name
    from webhook_endpoint where is_enabled;
comment on column webhook_listener.endpoint_id is '@id webhookEndpoint';
