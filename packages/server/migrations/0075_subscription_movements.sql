-- Every change of what subscriptions bring in: their run-rate at any moment is the sum of the rows
-- until then. Written in the transaction that changes the subscription.
create domain movement_kind as text check (value in ('new', 'expansion', 'contraction', 'churn',
  'reactivation', 'price_migration', 'pause', 'resumption', 'trial', 'cancellation', 'discount',
  'free'));

create table subscription_movement (
  organization_id uuid not null references organization on delete cascade,
  subscription_id uuid not null,
  version bigint not null,
  position smallint not null,
  occurred_at timestamptz not null,
  customer_id uuid not null,
  product_id uuid not null,
  currency currency not null,
  kind movement_kind not null,
  is_start boolean not null,
  list_amount minor_units not null,
  billing_amount minor_units not null,
  trial_amount minor_units not null,
  committed_amount minor_units not null,
  started smallint not null,
  ended smallint not null,
  switched smallint not null,
  primary key (organization_id, subscription_id, version, position),
  foreign key (organization_id, subscription_id) references subscription (organization_id, id)
    on delete cascade
);
comment on table subscription_movement is
  'What a change of a subscription added to the run-rate of a product; below zero what it took away.';
comment on column subscription_movement.subscription_id is '@id subscription';
comment on column subscription_movement.version is 'Of the subscription, after the change.';
comment on column subscription_movement.position is
  'A change of the product leaves one and enters another.';
comment on column subscription_movement.occurred_at is 'By the organization’s clock.';
comment on column subscription_movement.customer_id is '@id customer';
comment on column subscription_movement.product_id is '@id product';
comment on column subscription_movement.is_start is
  'Whether it had no run-rate before: what the customer had before decides the kind.';
comment on column subscription_movement.list_amount is
  'Per month, less discounts for ever; without trials and pauses.';
comment on column subscription_movement.billing_amount is 'The same, less all discounts.';
comment on column subscription_movement.trial_amount is 'What trials would bring in, as list_amount.';
comment on column subscription_movement.committed_amount is 'Of list_amount, what isn’t canceled.';
comment on column subscription_movement.started is '1 where the subscription started.';
comment on column subscription_movement.ended is '1 where the subscription ended.';
comment on column subscription_movement.switched is
  'Of a running subscription: -1 on the product that it left, 1 on the one that it entered.';

create index subscription_movement_by_time
  on subscription_movement (organization_id, occurred_at);
create index subscription_movement_by_customer
  on subscription_movement (organization_id, customer_id, occurred_at);

-- Subscriptions from before, whose movements are still to be derived from their history.
create table movement_backfill (
  organization_id uuid not null references organization on delete cascade,
  customer_id uuid not null,
  primary key (organization_id, customer_id)
);
comment on table movement_backfill is 'Customers whose subscriptions lack their earlier movements.';
comment on column movement_backfill.organization_id is '@id organization';
comment on column movement_backfill.customer_id is '@id customer';
insert into movement_backfill
select distinct s.organization_id, s.customer_id
  from subscription s
  join organization o on o.id = s.organization_id;

create view recurring_movement as
  select organization_id, subscription_id, version, position, occurred_at, customer_id, product_id,
         currency, kind, list_amount, billing_amount, trial_amount, committed_amount, started, ended,
         switched
    from subscription_movement;
comment on column recurring_movement.subscription_id is '@id subscription';
comment on column recurring_movement.customer_id is '@id customer';
comment on column recurring_movement.product_id is '@id product';

create view pending_movement as select organization_id, customer_id from movement_backfill;
comment on column pending_movement.customer_id is '@id customer';
