-- Meters that count different values of a property. To know whether a value is new, or is gone after
-- a correction, each is kept with how many events have it.
alter table meter
  drop constraint meter_aggregation_func_check,
  add constraint meter_aggregation_func_check
    check (aggregation_func in ('count', 'sum', 'max', 'min', 'avg', 'unique'));

create table usage_value (
  organization_id uuid not null,
  customer_id uuid not null,
  meter_id uuid not null,
  subscription_id uuid not null,
  entity text not null,
  starts_at timestamptz not null,
  value_hash bytea not null,
  event_count bigint not null check (event_count >= 0),
  primary key
    (organization_id, customer_id, meter_id, subscription_id, entity, starts_at, value_hash)
) with (fillfactor = 70);
comment on table usage_value is 'The different values in a usage_period of a meter that counts them.';
comment on column usage_value.organization_id is '@id organization';
comment on column usage_value.customer_id is '@id customer';
comment on column usage_value.meter_id is '@id meter';
comment on column usage_value.subscription_id is '@id subscription All zeros outside of subscriptions.';
comment on column usage_value.event_count is 'How many events have it; none after all were voided.';

comment on column usage_period.sum is 'Of the quantities; of unique values, how many there are.';

create or replace function metered_value(
  func text, event_count bigint, sum numeric, max numeric, min numeric)
  returns numeric language sql immutable parallel safe
  return case func
    when 'count' then event_count::numeric
    when 'sum' then sum
    when 'unique' then sum
    when 'max' then coalesce(max, 0)
    when 'min' then coalesce(min, 0)
    else coalesce(round(sum / nullif(event_count, 0), 12), 0)
  end;

-- Several subscriptions may have used the same values.
create or replace view customer_meter_quantity as
  select m.organization_id, m.id, m.customer_id, m.meter_id, m.created_at, l.name as meter_name,
         l.aggregation_func,
         greatest(coalesce(p.modified_at, m.created_at), c.modified_at) as modified_at,
         coalesce(p.event_count, 0) as event_count, u.sum, p.max, p.min,
         coalesce(c.credited_units, 0) as credited_units,
         coalesce(c.balance, -metered_value(l.aggregation_func, coalesce(p.event_count, 0),
                                            u.sum, p.max, p.min)) as balance
    from customer_meter m
    join meter_label l on l.organization_id = m.organization_id and l.id = m.meter_id
    left join frozen_clock f on f.organization_id = m.organization_id
    left join customer_credit c on c.organization_id = m.organization_id
     and c.customer_id = m.customer_id and c.meter_id = m.meter_id
   cross join lateral (
     select max(modified_at) as modified_at, sum(event_count)::bigint as event_count,
            sum(sum) as sum, max(max) as max, min(min) as min,
            count(*) filter (where event_count > 0) as used
       from usage_period p
      where p.organization_id = m.organization_id and p.customer_id = m.customer_id
        and p.meter_id = m.meter_id and p.entity = ''
        and p.ends_at > coalesce(f.frozen_at, statement_timestamp())) p
   cross join lateral (
     select case when l.aggregation_func = 'unique' and p.used > 1 then (
              select count(distinct v.value_hash)::numeric
                from usage_value v
                join usage_period o using
                  (organization_id, customer_id, meter_id, subscription_id, entity, starts_at)
               where v.organization_id = m.organization_id and v.customer_id = m.customer_id
                 and v.meter_id = m.meter_id and v.entity = '' and v.event_count > 0
                 and o.ends_at > coalesce(f.frozen_at, statement_timestamp()))
            else coalesce(p.sum, 0) end as sum) u;
