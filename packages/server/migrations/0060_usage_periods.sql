-- What customers used, by meter. Changed by the statement that stores events, so that a reader after
-- the answer sees it, and reading costs the same however many events there are.
alter table meter add column counts_from timestamptz;
update meter set counts_from = created_at;
alter table meter alter column counts_from set not null;
comment on column meter.counts_from is 'Customers’ balances count events from then on.';

create table customer_meter (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  meter_id uuid not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customer (organization_id, id),
  foreign key (organization_id, meter_id) references meter (organization_id, id)
);
comment on table customer_meter is 'A meter that counted something of a customer.';
comment on column customer_meter.id is '@id customerMeter';
comment on column customer_meter.customer_id is '@id customer';
comment on column customer_meter.meter_id is '@id meter';
create unique index customer_meter_of_customer
  on customer_meter (organization_id, customer_id, meter_id);

-- Neither references nor a further index, because a row may change thousands of times per second.
create table usage_period (
  organization_id uuid not null,
  customer_id uuid not null,
  meter_id uuid not null,
  subscription_id uuid not null,
  entity text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null default 'infinity',
  event_count bigint not null default 0,
  sum numeric not null default 0,
  max numeric,
  min numeric,
  last_timestamp timestamptz,
  modified_at timestamptz not null,
  primary key (organization_id, customer_id, meter_id, subscription_id, entity, starts_at),
  check (starts_at < ends_at)
) with (fillfactor = 50);
comment on table usage_period is 'What a meter counted of a customer within a period.';
comment on column usage_period.organization_id is '@id organization';
comment on column usage_period.customer_id is '@id customer';
comment on column usage_period.meter_id is '@id meter';
comment on column usage_period.subscription_id is
  '@id subscription All zeros for usage outside of subscriptions.';
comment on column usage_period.entity is
  'A part of the customer; empty for all parts together, which is the row that decides.';
comment on column usage_period.starts_at is 'Of timestamps of events. Before all time outside of subscriptions.';
comment on column usage_period.ends_at is 'Exclusive; infinity while the period lasts.';
comment on column usage_period.last_timestamp is 'The latest of the events that were counted.';

create or replace view meter_label as
  select organization_id, id, name, aggregation_func from meter;

-- The periods that last, of all subscriptions together.
create view customer_meter_quantity as
  select m.organization_id, m.id, m.customer_id, m.meter_id, m.created_at, l.name as meter_name,
         l.aggregation_func, coalesce(p.modified_at, m.created_at) as modified_at,
         coalesce(p.event_count, 0) as event_count, coalesce(p.sum, 0) as sum, p.max, p.min
    from customer_meter m
    join meter_label l on l.organization_id = m.organization_id and l.id = m.meter_id
   cross join lateral (
     select max(modified_at) as modified_at, sum(event_count)::bigint as event_count,
            sum(sum) as sum, max(max) as max, min(min) as min
       from usage_period p
      where p.organization_id = m.organization_id and p.customer_id = m.customer_id
        and p.meter_id = m.meter_id and p.entity = '' and p.ends_at = 'infinity') p;
comment on column customer_meter_quantity.id is '@id customerMeter';
comment on column customer_meter_quantity.customer_id is '@id customer';
comment on column customer_meter_quantity.meter_id is '@id meter';
