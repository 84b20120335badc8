-- What was answered to a write that came with an Idempotency-Key, for 24 hours.
--
-- A row is claimed in a transaction of its own before the operation begins, and completed in
-- the operation's last transaction: the answer exists if and only if the change does.
-- While the operation runs, its process prolongs the lease; when the process dies the lease
-- ends, and the next request with the key takes the claim over.

create table idempotency_key (
  organization_id uuid not null,
  caller text not null,
  route text not null,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  execution_id uuid not null,
  lease_ends_at timestamptz not null,
  recovery_point jsonb,
  answer bytea,
  expires_at timestamptz not null,
  primary key (organization_id, caller, route, key)
);

comment on table idempotency_key is 'Claims and answers of writes with an Idempotency-Key';
comment on column idempotency_key.organization_id is
  'The tenant, or the nil id for a caller that has none. @id organization';
comment on column idempotency_key.caller is
  'Who may see the answer again: an organization, a user, a customer or an unnamed network';
comment on column idempotency_key.request_hash is 'Method, path, query and body of the request';
comment on column idempotency_key.execution_id is
  'The run that holds the claim; a run that lost it can complete nothing. @id execution';
comment on column idempotency_key.recovery_point is
  'How far an operation of several transactions has come';
comment on column idempotency_key.answer is 'Status, headers and body, sealed; null in flight';

create index idempotency_key_by_expiry on idempotency_key (expires_at);
