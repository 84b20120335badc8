-- Metered prices are billed. What a subscription used since it was last billed is the open period of
-- each of its meters.
alter table usage_period add column is_open boolean not null default false;
comment on column usage_period.is_open is
  'The latest period of a subscription that goes on: what happens after its end belongs to the next.';

-- What an aggregation makes of what was counted; zero without events.
create function metered_value(func text, event_count bigint, sum numeric, max numeric, min numeric)
  returns numeric language sql immutable parallel safe
  return case func
    when 'count' then event_count::numeric
    when 'sum' then sum
    when 'max' then coalesce(max, 0)
    when 'min' then coalesce(min, 0)
    else coalesce(round(sum / nullif(event_count, 0), 12), 0)
  end;

create view metered_usage as
  select p.organization_id, p.customer_id, p.meter_id, p.subscription_id, p.starts_at, p.ends_at,
         p.is_open, p.modified_at,
         metered_value(l.aggregation_func, p.event_count, p.sum, p.max, p.min) as consumed_units
    from usage_period p
    join meter_label l on l.organization_id = p.organization_id and l.id = p.meter_id
   where p.entity = '';
comment on column metered_usage.organization_id is '@id organization';
comment on column metered_usage.customer_id is '@id customer';
comment on column metered_usage.meter_id is '@id meter';
comment on column metered_usage.subscription_id is
  '@id subscription All zeros for usage outside of subscriptions.';

-- What lasts is what hasn't ended by the organization's clock, also where its end is not decided yet.
create or replace view customer_meter_quantity as
  select m.organization_id, m.id, m.customer_id, m.meter_id, m.created_at, l.name as meter_name,
         l.aggregation_func, coalesce(p.modified_at, m.created_at) as modified_at,
         coalesce(p.event_count, 0) as event_count, coalesce(p.sum, 0) as sum, p.max, p.min
    from customer_meter m
    join meter_label l on l.organization_id = m.organization_id and l.id = m.meter_id
    left join frozen_clock f on f.organization_id = m.organization_id
   cross join lateral (
     select max(modified_at) as modified_at, sum(event_count)::bigint as event_count,
            sum(sum) as sum, max(max) as max, min(min) as min
       from usage_period p
      where p.organization_id = m.organization_id and p.customer_id = m.customer_id
        and p.meter_id = m.meter_id and p.entity = ''
        and p.ends_at > coalesce(f.frozen_at, statement_timestamp())) p;

-- What was billed of a period, so that usage which comes later is billed as well, and only once.
create table settled_usage (
  organization_id uuid not null,
  subscription_id uuid not null,
  meter_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  customer_id uuid not null,
  product_price_id uuid not null,
  unit_amount numeric not null,
  cap_amount minor_units,
  consumed_units numeric not null,
  credited_units numeric not null,
  amount minor_units not null,
  settled_at timestamptz not null,
  primary key (organization_id, subscription_id, meter_id, starts_at),
  foreign key (organization_id, subscription_id) references subscription (organization_id, id)
    on delete cascade
);
comment on table settled_usage is 'What was billed of the usage of a period.';
comment on column settled_usage.organization_id is '@id organization';
comment on column settled_usage.subscription_id is '@id subscription';
comment on column settled_usage.meter_id is '@id meter';
comment on column settled_usage.customer_id is '@id customer';
comment on column settled_usage.product_price_id is '@id productPrice';
comment on column settled_usage.unit_amount is 'Of one unit, in minor units with fractions.';
comment on column settled_usage.amount is 'Before discounts, with the usage that came late and was billed as well.';
create index settled_usage_of_meter on settled_usage (organization_id, meter_id);

-- Usage is counted where the events are; a subscription’s meters only say which it has.
alter table subscription_meter drop column consumed_units, drop column credited_units,
  drop column amount, drop column modified_at;

alter table checkout add column metered_price_ids uuid[] not null default '{}';
comment on column checkout.metered_price_ids is
  '@id productPrice The metered prices of the product when the buyer confirmed.';

alter table organization add column usage_grace_minutes integer not null default 0
  check (usage_grace_minutes between 0 and 4320);
comment on column organization.usage_grace_minutes is
  'For so long after its end, usage that is reported late is billed with its own period.';
