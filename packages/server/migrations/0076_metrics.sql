-- Where days and longer buckets of metrics begin.
alter table organization add column time_zone text not null default 'UTC'
  check (length(time_zone) between 1 and 64);
comment on column organization.time_zone is 'Its name of the IANA: where days of metrics begin.';

create view organization_time_zone as
  select id as organization_id, time_zone from organization;
comment on column organization_time_zone.organization_id is '@id organization';

create or replace view placed_order as
  select organization_id, id, checkout_id, subscription_id, created_at, period_start, customer_id,
         product_id, currency, net_amount
    from orders;
comment on column placed_order.customer_id is '@id customer';
comment on column placed_order.product_id is '@id product';

create view subscription_start as select organization_id, id, started_at from subscription;
comment on column subscription_start.id is '@id subscription';

create view opened_checkout as
  select organization_id, id, status, product_id, currency, customer_id, created_at from checkout;
comment on column opened_checkout.id is '@id checkout';
comment on column opened_checkout.product_id is '@id product';
comment on column opened_checkout.customer_id is '@id customer';

-- How far the metrics of an organization are rolled up. Later days are counted when they are read.
create table metrics_roll_up (
  organization_id uuid primary key references organization on delete cascade,
  time_zone text not null,
  rolled_up_until timestamptz not null
);
comment on table metrics_roll_up is 'The days that metrics_day has.';
comment on column metrics_roll_up.organization_id is '@id organization';
comment on column metrics_roll_up.time_zone is 'Where its days begin: those of another zone are made anew.';
comment on column metrics_roll_up.rolled_up_until is 'When the first day begins that is not in it.';

-- What happened on a day that is over, for all products together and for each of them: what is counted
-- once may not be added up over products.
create table metrics_day (
  organization_id uuid not null references organization on delete cascade,
  number bigint generated always as identity,
  starts_at timestamptz not null,
  product_id uuid,
  currency currency not null,
  orders bigint not null,
  revenue bigint not null,
  one_time_orders bigint not null,
  one_time_revenue bigint not null,
  recurring_revenue bigint not null,
  new_revenue_day bigint not null,
  new_revenue_week bigint not null,
  new_revenue_month bigint not null,
  new_revenue_year bigint not null,
  renewed_day bigint not null,
  renewed_week bigint not null,
  renewed_month bigint not null,
  renewed_year bigint not null,
  list_amount bigint not null,
  billing_amount bigint not null,
  trial_amount bigint not null,
  committed_amount bigint not null,
  new_amount bigint not null,
  expansion_amount bigint not null,
  contraction_amount bigint not null,
  churn_amount bigint not null,
  reactivation_amount bigint not null,
  price_migration_amount bigint not null,
  pause_amount bigint not null,
  resumption_amount bigint not null,
  started bigint not null,
  ended bigint not null,
  switched bigint not null,
  gained bigint not null,
  lost bigint not null,
  checkouts bigint not null,
  succeeded bigint not null,
  primary key (organization_id, number),
  unique nulls not distinct (organization_id, product_id, starts_at, currency)
);
comment on table metrics_day is 'Sums of a day by the time zone of metrics_roll_up.';
comment on column metrics_day.number is 'Of the row, because those of all products have no product.';
comment on column metrics_day.product_id is 'Null for all products. @id product';
comment on column metrics_day.new_revenue_month is
  'Of orders in the month in which their subscription started; likewise for the others.';
comment on column metrics_day.renewed_month is
  'Subscriptions with their first order of the month, started in an earlier one; likewise for the others.';
comment on column metrics_day.gained is 'Customers who pay again or for the first time.';
