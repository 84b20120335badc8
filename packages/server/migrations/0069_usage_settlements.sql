-- Lines of orders that bill usage can be explained for ever: what was billed of a period at each
-- time, at which price, up to which events, and with which credits.
alter table usage_period add column open_until timestamptz, add column closed_at timestamptz;
comment on column usage_period.open_until is
  'When it was to end while it was open. What was counted in it until it was closed stays in it.';
comment on column usage_period.closed_at is
  'Real time of the database, as of ingestion; null while it is open, and outside of subscriptions.';

alter table usage_void add column uncounted_at timestamptz;
comment on column usage_void.uncounted_at is
  'Real time of the database when balances lost the event; null where none had it.';
update usage_void set uncounted_at = voided_at;
create index usage_void_by_time on usage_void (organization_id, uncounted_at);

alter table usage_adoption add column counted_at timestamptz;
comment on column usage_adoption.counted_at is
  'Real time of the database when the customer’s balances got the events.';
update usage_adoption set counted_at = adopted_at;

create or replace view metered_usage as
  select p.organization_id, p.customer_id, p.meter_id, p.subscription_id, p.starts_at, p.ends_at,
         p.is_open, p.modified_at,
         metered_value(l.aggregation_func, p.event_count, p.sum, p.max, p.min) as consumed_units,
         p.event_count, p.sum
    from usage_period p
    join meter_label l on l.organization_id = p.organization_id and l.id = p.meter_id
   where p.entity = '';

-- What each lot served of the usage of a period.
create view served_usage as
  select organization_id, customer_id, meter_id, subscription_id, starts_at, lot_id,
         units + covered as units
    from credit_lot_burn
   where units + covered > 0;
comment on column served_usage.organization_id is '@id organization';
comment on column served_usage.customer_id is '@id customer';
comment on column served_usage.meter_id is '@id meter';
comment on column served_usage.subscription_id is '@id subscription';
comment on column served_usage.lot_id is '@id creditLot';

create table usage_settlement (
  organization_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  meter_id uuid not null,
  starts_at timestamptz not null,
  revision integer not null check (revision >= 1),
  customer_id uuid not null,
  ends_at timestamptz not null,
  product_price_id uuid not null,
  price jsonb not null,
  consumed_units numeric not null,
  credited_units numeric not null,
  amount minor_units not null,
  counted_units numeric not null,
  event_count bigint not null,
  event_sum numeric not null,
  counted_until timestamptz not null,
  lots jsonb not null,
  settled_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, subscription_id, meter_id, starts_at, revision),
  foreign key (organization_id, subscription_id) references subscription (organization_id, id)
    on delete cascade
);
comment on table usage_settlement is
  'Each time that usage of a period was billed or corrected: settled_usage as it was by then.';
comment on column usage_settlement.organization_id is '@id organization';
comment on column usage_settlement.id is '@id usageSettlement';
comment on column usage_settlement.subscription_id is '@id subscription';
comment on column usage_settlement.meter_id is '@id meter';
comment on column usage_settlement.customer_id is '@id customer';
comment on column usage_settlement.product_price_id is '@id productPrice';
comment on column usage_settlement.revision is 'The first bills the period, later ones what came late.';
comment on column usage_settlement.price is 'What the calculator takes, with decimals as text.';
comment on column usage_settlement.amount is 'Of all of the period, before discounts.';
comment on column usage_settlement.counted_units is
  'What the period had counted by then. What it has more than was billed came while the order was made.';
comment on column usage_settlement.event_count is 'Of the events in counted_units.';
comment on column usage_settlement.event_sum is 'Of their quantities.';
comment on column usage_settlement.counted_until is
  'Real time of the database: events that were counted until then are in counted_units.';
comment on column usage_settlement.lots is 'What each lot had served of the period by then.';
comment on column usage_settlement.settled_at is 'By the organization’s clock.';

alter table order_item add column usage_settlement_id uuid;
comment on column order_item.usage_settlement_id is '@id usageSettlement What it bills, or credits; null where that is no usage.';
alter table billing_entry add column usage_settlement_id uuid;
comment on column billing_entry.usage_settlement_id is '@id usageSettlement';
create index order_item_of_settlement on order_item (organization_id, usage_settlement_id)
  where usage_settlement_id is not null;

-- As far as it is known of what was billed before.
insert into usage_settlement
select s.organization_id, gen_random_uuid(), s.subscription_id, s.meter_id, s.starts_at, 1,
       s.customer_id, s.ends_at, s.product_price_id,
       jsonb_build_object(
         'pricing', jsonb_build_object('scheme', 'unit', 'unitAmount', s.unit_amount::text),
         'includedUnits', '0', 'minimumAmount', null, 'capAmount', s.cap_amount),
       s.consumed_units, s.credited_units, s.amount, u.consumed_units, u.event_count, u.sum,
       clock_timestamp(),
       coalesce((select jsonb_agg(jsonb_build_object('lotId', v.lot_id, 'units', v.units::text))
                   from served_usage v
                  where v.organization_id = s.organization_id and v.customer_id = s.customer_id
                    and v.meter_id = s.meter_id and v.subscription_id = s.subscription_id
                    and v.starts_at = s.starts_at), '[]'),
       s.settled_at
  from settled_usage s
  join metered_usage u
    on u.organization_id = s.organization_id and u.customer_id = s.customer_id
   and u.meter_id = s.meter_id and u.subscription_id = s.subscription_id
   and u.starts_at = s.starts_at;

update order_item i set usage_settlement_id = s.id
  from orders o, usage_settlement s
 where o.organization_id = i.organization_id and o.id = i.order_id
   and s.organization_id = o.organization_id and s.subscription_id = o.subscription_id
   and s.product_price_id = i.product_price_id and s.ends_at = i.period_end
   and s.amount = i.amount and i.reverses_item_id is null;
