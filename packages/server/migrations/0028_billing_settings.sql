-- How an organization bills what it sells again and again: how a change of plan is charged, and what
-- happens where a card fails.
alter table organization
  drop constraint organization_proration_behavior_check,
  add constraint organization_proration_behavior_check
    check (proration_behavior in ('invoice', 'prorate', 'next_period', 'reset')),
  add column dunning_attempt_days integer[] not null default '{2,7,14,21}',
  add column dunning_grace_days integer not null default 7
    check (dunning_grace_days between 0 and 90),
  add column dunning_final_action text not null default 'cancel'
    check (dunning_final_action in ('cancel', 'keep', 'unpaid')),
  add constraint organization_dunning_attempt_days check (
    cardinality(dunning_attempt_days) <= 10
    and array_position(dunning_attempt_days, null) is null
    and 1 <= all (dunning_attempt_days) and 90 >= all (dunning_attempt_days));
comment on column organization.proration_behavior is 'How a change of plan is charged where nobody says.';
comment on column organization.dunning_attempt_days is
  'Days after the first failed payment on which another is tried, in their order.';
comment on column organization.dunning_grace_days is 'How long benefits stay after a failed payment.';
comment on column organization.dunning_final_action is 'What becomes of a subscription that nobody pays.';

-- Whoever advances a clock has it alone. In real time the lease is over by itself, so that a server
-- that dies on the way keeps nobody from carrying on.
alter table organization_clock
  add column advance_id uuid,
  add column advance_until timestamptz,
  add check ((advance_id is null) = (advance_until is null));
comment on column organization_clock.advance_until is 'In real time; prolonged while an advance goes on.';

-- A free subscription that becomes a paid one by this purchase, and a card that is kept where nothing
-- is to be paid before the next period.
alter table checkout
  add column subscription_id uuid,
  add column set_up_id uuid,
  add foreign key (organization_id, subscription_id) references subscription (organization_id, id),
  add foreign key (organization_id, set_up_id) references method_set_up (organization_id, id),
  add check (payment_id is null or set_up_id is null);
comment on column checkout.subscription_id is '@id subscription';
comment on column checkout.set_up_id is 'Of the attempt that counts. @id methodSetUp';
create index checkout_by_subscription on checkout (organization_id, subscription_id)
  where subscription_id is not null;

-- What a customer was told of a subscription, each thing once.
create table subscription_told (
  organization_id uuid not null references organization on delete cascade,
  subscription_id uuid not null,
  about text not null check (length(about) between 1 and 100),
  told_at timestamptz not null,
  primary key (organization_id, subscription_id, about),
  foreign key (organization_id, subscription_id) references subscription (organization_id, id)
    on delete cascade
);
comment on column subscription_told.subscription_id is '@id subscription';

-- Which plan a customer knows to be theirs: another one is news.
create table subscription_plan_told (
  organization_id uuid not null references organization on delete cascade,
  subscription_id uuid not null,
  product_id uuid not null,
  version bigint not null,
  primary key (organization_id, subscription_id),
  foreign key (organization_id, subscription_id) references subscription (organization_id, id)
    on delete cascade,
  foreign key (organization_id, product_id) references product (organization_id, id)
);
comment on column subscription_plan_told.subscription_id is '@id subscription';
comment on column subscription_plan_told.product_id is '@id product';
comment on column subscription_plan_told.version is 'Of the subscription as it was told last.';
create index subscription_plan_told_by_product
  on subscription_plan_told (organization_id, product_id);
