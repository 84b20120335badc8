-- What a customer pays for again and again. The row says all that a decision about it needs, beside
-- its prices, its meters and what waits for its next order.
create table subscription (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  status text not null check (status in ('incomplete', 'incomplete_expired', 'trialing', 'active',
                                         'past_due', 'canceled', 'unpaid')),
  customer_id uuid not null,
  product_id uuid not null,
  discount_id uuid,
  discount_applied_at timestamptz,
  checkout_id uuid,
  payment_method_id uuid,
  currency currency not null,
  amount minor_units not null check (amount >= 0),
  recurring_interval text not null check (recurring_interval in ('month', 'year')),
  anchor_day smallint not null check (anchor_day between 1 and 31),
  current_period_start timestamptz not null,
  current_period_end timestamptz not null,
  trial_end timestamptz,
  incomplete_until timestamptz,
  started_at timestamptz,
  cancel_at_period_end boolean not null default false,
  canceled_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  customer_cancellation_reason text check (customer_cancellation_reason in ('customer_service',
    'low_quality', 'missing_features', 'switched_service', 'too_complex', 'too_expensive', 'unused',
    'other')),
  customer_cancellation_comment text
    check (length(customer_cancellation_comment) between 1 and 5000),
  past_due_at timestamptz,
  attempts smallint not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz,
  grace_ends_at timestamptz,
  last_resort_at timestamptz,
  revoked_at timestamptz,
  pending_change jsonb check (jsonb_typeof(pending_change) = 'object'),
  custom_field_data jsonb not null default '{}' check (jsonb_typeof(custom_field_data) = 'object'),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  due_at timestamptz,
  runs_on_real_time boolean not null default true,
  claimed_until timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customer (organization_id, id),
  foreign key (organization_id, product_id) references product (organization_id, id),
  foreign key (organization_id, discount_id) references discount (organization_id, id),
  foreign key (organization_id, checkout_id) references checkout (organization_id, id),
  foreign key (organization_id, payment_method_id)
    references payment_method (organization_id, id),
  check (current_period_start < current_period_end),
  check (discount_applied_at is null or discount_id is not null),
  check (status <> 'canceled' or ended_at is not null),
  check (status <> 'past_due' or past_due_at is not null),
  check (not cancel_at_period_end or canceled_at is not null),
  check (status <> 'incomplete' or incomplete_until is not null)
) with (fillfactor = 85);
comment on column subscription.id is '@id subscription';
comment on column subscription.customer_id is '@id customer';
comment on column subscription.product_id is '@id product';
comment on column subscription.discount_id is '@id discount';
comment on column subscription.discount_applied_at is 'Start of the first period that it took something off.';
comment on column subscription.checkout_id is 'The first one: an upgrade keeps it. @id checkout';
comment on column subscription.payment_method_id is 'Null: the customer''s default. @id paymentMethod';
comment on column subscription.amount is 'What its prices take each period, less the discount.';
comment on column subscription.anchor_day is 'The day of the month on which its periods begin, where the month has it.';
comment on column subscription.canceled_at is 'When the wish was expressed.';
comment on column subscription.ends_at is 'When it will end.';
comment on column subscription.ended_at is 'When it ended in fact.';
comment on column subscription.started_at is 'When it first became active; stays.';
comment on column subscription.attempts is
  'Payments that failed since it is past due, without the one that made it so.';
comment on column subscription.grace_ends_at is
  'Until when benefits stay although a payment is overdue; null once that is over.';
comment on column subscription.last_resort_at is
  'When the final action of dunning comes; null once it came.';
comment on column subscription.revoked_at is 'When what it gave was taken away: at its end, or when grace was over.';
comment on column subscription.pending_change is 'What the next period begins with.';
comment on column subscription.due_at is 'When something is to be decided; null where nothing will be.';
comment on column subscription.runs_on_real_time is
  'Not where its organization''s clock was advanced: then only that clock makes it due.';
comment on column subscription.claimed_until is
  'In real time: until then whoever claimed it carries on, and nobody else.';
comment on column subscription.version is 'Counts the changes: what was decided on an earlier one isn''t saved.';

-- What is due is found here, however many are not.
create index subscription_due on subscription (due_at)
  where due_at is not null and runs_on_real_time;
create index subscription_due_by_clock on subscription (organization_id, due_at)
  where due_at is not null;
create index subscription_by_age on subscription (organization_id, created_at, id);
create index subscription_by_customer on subscription (organization_id, customer_id);
create index subscription_by_product on subscription (organization_id, product_id);
create index subscription_by_discount on subscription (organization_id, discount_id)
  where discount_id is not null;
create index subscription_by_payment_method on subscription (organization_id, payment_method_id)
  where payment_method_id is not null;
-- A checkout ends in one subscription, whoever finishes it and however often.
create unique index subscription_of_checkout on subscription (organization_id, checkout_id)
  where checkout_id is not null;

-- The prices it was begun or changed with: what the product costs by now doesn't matter.
create table subscription_price (
  organization_id uuid not null references organization on delete cascade,
  subscription_id uuid not null,
  product_price_id uuid not null,
  position integer not null check (position >= 0),
  kind text not null check (kind in ('free', 'fixed', 'custom', 'metered_unit')),
  amount minor_units not null check (amount >= 0),
  discount_amount minor_units not null default 0 check (discount_amount >= 0),
  unit_amount numeric(29, 12) check (unit_amount > 0),
  cap_amount minor_units check (cap_amount >= 0),
  meter_id uuid,
  quantity integer not null default 1 check (quantity >= 1),
  primary key (organization_id, subscription_id, product_price_id),
  foreign key (organization_id, subscription_id) references subscription (organization_id, id)
    on delete cascade,
  foreign key (organization_id, product_price_id) references product_price (organization_id, id),
  foreign key (organization_id, meter_id) references meter (organization_id, id),
  check ((meter_id is not null) = (kind = 'metered_unit')),
  check ((unit_amount is not null) = (kind = 'metered_unit'))
);
comment on column subscription_price.subscription_id is '@id subscription';
comment on column subscription_price.product_price_id is '@id productPrice';
comment on column subscription_price.meter_id is '@id meter';
comment on column subscription_price.amount is 'Of one, each period; nothing of what is metered or free.';
comment on column subscription_price.discount_amount is
  'What the discount takes off all of them in the current period.';
comment on column subscription_price.unit_amount is 'In minor units, of which it may be a fraction.';

create index subscription_price_by_price on subscription_price (organization_id, product_price_id);

-- What was used of a metered price in the current period.
create table subscription_meter (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  subscription_id uuid not null,
  meter_id uuid not null,
  consumed_units numeric(29, 12) not null default 0,
  credited_units bigint not null default 0 check (credited_units >= 0),
  amount minor_units not null default 0 check (amount >= 0),
  created_at timestamptz not null,
  modified_at timestamptz,
  primary key (organization_id, id),
  constraint subscription_meter_once unique (organization_id, subscription_id, meter_id),
  foreign key (organization_id, subscription_id) references subscription (organization_id, id)
    on delete cascade,
  foreign key (organization_id, meter_id) references meter (organization_id, id)
);
comment on column subscription_meter.id is '@id subscriptionMeter';
comment on column subscription_meter.subscription_id is '@id subscription';
comment on column subscription_meter.meter_id is '@id meter';
comment on column subscription_meter.amount is 'What it comes to so far.';

-- What is owed or given back and waits for the subscription's next order. A row stays when it was
-- billed, and then names its order: it is billed once.
create table billing_entry (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  subscription_id uuid not null,
  order_id uuid,
  position integer not null check (position >= 0),
  kind text not null check (kind in ('cycle', 'proration', 'metered')),
  label text not null check (length(label) between 1 and 1000),
  amount minor_units not null,
  discount_amount minor_units not null,
  is_discounted boolean not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  product_price_id uuid,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, subscription_id) references subscription (organization_id, id)
    on delete cascade,
  foreign key (organization_id, order_id) references orders (organization_id, id),
  foreign key (organization_id, product_price_id) references product_price (organization_id, id)
);
comment on column billing_entry.id is '@id billingEntry';
comment on column billing_entry.subscription_id is '@id subscription';
comment on column billing_entry.order_id is 'Null until it is billed. @id order';
comment on column billing_entry.position is 'Among those that came with it.';
comment on column billing_entry.amount is 'Below zero where something is given back.';
comment on column billing_entry.is_discounted is 'Whether the discount of the order touches it.';
comment on column billing_entry.product_price_id is '@id productPrice';

create index billing_entry_waiting on billing_entry (organization_id, subscription_id)
  where order_id is null;
create index billing_entry_by_order on billing_entry (organization_id, order_id)
  where order_id is not null;

-- What is being charged for a subscription and hasn't been taken to account. Whoever deletes the row
-- does that, and so it's done once.
create table subscription_attempt (
  organization_id uuid not null references organization on delete cascade,
  payment_id uuid not null,
  subscription_id uuid not null,
  order_id uuid not null,
  is_counted boolean not null,
  begun_at timestamptz not null,
  primary key (organization_id, payment_id),
  foreign key (organization_id, payment_id) references payment (organization_id, id),
  foreign key (organization_id, subscription_id) references subscription (organization_id, id)
    on delete cascade
);
comment on column subscription_attempt.payment_id is '@id payment';
comment on column subscription_attempt.subscription_id is '@id subscription';
comment on column subscription_attempt.order_id is '@id order';
comment on column subscription_attempt.is_counted is
  'Whether it counts when it fails: of what was tried at once only one does.';

create index subscription_attempt_by_subscription
  on subscription_attempt (organization_id, subscription_id);

-- A change whose price is being charged: it happens when the money has come, and leaves no trace where
-- it doesn't.
create table subscription_change (
  organization_id uuid not null references organization on delete cascade,
  subscription_id uuid not null,
  payment_id uuid not null,
  version bigint not null,
  wish jsonb not null check (jsonb_typeof(wish) = 'object'),
  decided_at timestamptz not null,
  primary key (organization_id, subscription_id),
  constraint subscription_change_payment unique (organization_id, payment_id),
  foreign key (organization_id, subscription_id) references subscription (organization_id, id)
    on delete cascade,
  foreign key (organization_id, payment_id) references payment (organization_id, id)
);
comment on column subscription_change.subscription_id is '@id subscription';
comment on column subscription_change.payment_id is '@id payment';
comment on column subscription_change.version is 'Of the subscription that it was decided on.';
comment on column subscription_change.wish is 'What is wanted, with all that its decision was told.';
comment on column subscription_change.decided_at is 'The instant for which it was worked out.';

alter table orders add foreign key (organization_id, subscription_id)
  references subscription (organization_id, id);

-- For embedding in what lies to the left: it shows and never decides.
create view subscription_shown as
  select organization_id, id, status, customer_id, product_id, discount_id, checkout_id, currency,
         amount, recurring_interval, current_period_start, current_period_end, trial_end,
         cancel_at_period_end, canceled_at, started_at, ends_at, ended_at,
         customer_cancellation_reason, customer_cancellation_comment, metadata,
         created_at, modified_at
    from subscription;
comment on column subscription_shown.id is '@id subscription';
