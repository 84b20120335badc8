-- Limits of what customers may use, and units that are held for work under way.
create table usage_limit (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  meter_id uuid,
  units numeric check (units >= 0),
  subscription_id uuid,
  amount minor_units check (amount >= 0),
  set_by text not null check (set_by in ('seller', 'customer')),
  is_hard boolean not null,
  thresholds integer[] not null,
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, customer_id, meter_id, set_by),
  unique (organization_id, subscription_id, set_by),
  foreign key (organization_id, customer_id) references customer (organization_id, id),
  foreign key (organization_id, meter_id) references meter (organization_id, id),
  foreign key (organization_id, subscription_id) references subscription (organization_id, id)
    on delete cascade,
  constraint usage_limit_of_units check ((meter_id is null) = (units is null)),
  constraint usage_limit_of_money check ((subscription_id is null) = (amount is null)),
  constraint usage_limit_of_one check ((meter_id is null) <> (subscription_id is null))
);
comment on table usage_limit is 'What a customer may use in a period.';
comment on column usage_limit.id is '@id usageLimit';
comment on column usage_limit.customer_id is '@id customer';
comment on column usage_limit.meter_id is '@id meter';
comment on column usage_limit.subscription_id is '@id subscription';
comment on column usage_limit.amount is 'Of all its metered prices together, before discounts and tax.';
comment on column usage_limit.is_hard is 'Whether usage beyond it is refused.';
comment on column usage_limit.thresholds is 'Percentages that notify once per period.';
create index usage_limit_that_notifies on usage_limit (organization_id, id)
  where thresholds <> '{}';

create table usage_alert (
  organization_id uuid not null,
  usage_limit_id uuid not null,
  period_start timestamptz not null,
  threshold integer not null,
  created_at timestamptz not null,
  primary key (organization_id, usage_limit_id, period_start, threshold),
  foreign key (organization_id, usage_limit_id) references usage_limit (organization_id, id)
    on delete cascade
);
comment on table usage_alert is 'Which thresholds were reached in a period, so that each notifies once.';
comment on column usage_alert.organization_id is '@id organization';
comment on column usage_alert.usage_limit_id is '@id usageLimit';
comment on column usage_alert.period_start is 'Minus infinity outside of subscriptions.';

create table usage_reservation (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  meter_id uuid not null,
  subscription_id uuid,
  external_id text,
  units numeric not null check (units > 0),
  status text not null check (status in ('held', 'settled', 'released')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  settled_units numeric,
  event_id uuid,
  primary key (organization_id, id),
  unique (organization_id, external_id),
  constraint usage_reservation_settled
    check ((status = 'settled') = (settled_units is not null)
           and (status = 'settled') = (event_id is not null))
);
comment on table usage_reservation is 'Units that a customer may use and that others may not meanwhile.';
comment on column usage_reservation.id is '@id usageReservation';
comment on column usage_reservation.customer_id is '@id customer';
comment on column usage_reservation.meter_id is '@id meter';
comment on column usage_reservation.subscription_id is '@id subscription';
comment on column usage_reservation.external_id is 'The seller''s: it is reserved once.';
comment on column usage_reservation.expires_at is
  'By the organization''s clock. What is still held then is held no more.';
comment on column usage_reservation.event_id is '@id usageEvent';
create index usage_reservation_held
  on usage_reservation (organization_id, customer_id, meter_id) where status = 'held';
create index usage_reservation_to_delete on usage_reservation (expires_at);
