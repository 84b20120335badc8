-- Corrections. An event stays as it was ingested; a row here says that it doesn't count any more.
create table usage_void (
  organization_id uuid not null,
  event_id uuid not null,
  replaced_by uuid,
  reason text check (length(reason) between 1 and 500),
  voided_at timestamptz not null,
  primary key (organization_id, event_id)
);
comment on table usage_void is 'Events that were taken back, once each.';
comment on column usage_void.organization_id is '@id organization';
comment on column usage_void.event_id is '@id usageEvent';
comment on column usage_void.replaced_by is '@id usageEvent The event that counts instead.';
comment on column usage_void.voided_at is 'By the organization’s clock.';
