-- Who made the change that is news: not part of what webhooks send, and unknown where a job did it.
alter table outbox
  add column actor_type text check (actor_type ~ '^[a-z_]{1,40}$'),
  add column actor_id uuid,
  add check ((actor_type is null) = (actor_id is null));
alter table event_log
  add column actor_type text,
  add column actor_id uuid;

-- What happened to one customer, the newest first.
create index event_log_by_customer on event_log (organization_id, customer_id, id)
  where customer_id is not null;
