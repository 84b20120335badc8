-- What was bought. An order keeps what was true when it was placed; it is never deleted, and its
-- amounts never change. What is paid back stands in refunds, and the order repeats their sums.
create table orders (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  status text not null check (status in ('pending', 'paid', 'refunded', 'partially_refunded')),
  billing_reason text not null check (billing_reason in
    ('purchase', 'subscription_create', 'subscription_cycle', 'subscription_update')),
  customer_id uuid not null,
  product_id uuid not null,
  discount_id uuid,
  checkout_id uuid,
  subscription_id uuid,
  currency currency not null,
  subtotal_amount minor_units not null check (subtotal_amount >= 0),
  discount_amount minor_units not null check (discount_amount >= 0),
  net_amount minor_units not null check (net_amount >= 0),
  tax_amount minor_units not null check (tax_amount >= 0),
  total_amount minor_units not null,
  refunded_amount minor_units not null default 0,
  refunded_tax_amount minor_units not null default 0,
  taxability_reason text not null check (taxability_reason in ('standard_rated', 'not_collecting',
    'product_exempt', 'reverse_charge', 'not_subject_to_tax', 'not_supported')),
  tax_rate jsonb check (jsonb_typeof(tax_rate) = 'object'),
  tax_calculation_id text,
  billing_name text check (length(billing_name) between 1 and 256
    and billing_name !~ '[\x01-\x1f\x7f]'),
  billing_address jsonb check (billing_address ->> 'country' ~ '^[A-Z]{2}$'),
  tax_id text check (length(tax_id) between 1 and 64),
  tax_id_format text check (tax_id_format ~ '^[a-z]{2}_[a-z_]+$'),
  custom_field_data jsonb not null default '{}' check (jsonb_typeof(custom_field_data) = 'object'),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  paid_at timestamptz,
  told_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customer (organization_id, id),
  foreign key (organization_id, product_id) references product (organization_id, id),
  foreign key (organization_id, discount_id) references discount (organization_id, id),
  check (net_amount = subtotal_amount - discount_amount),
  check (total_amount = net_amount + tax_amount),
  constraint order_refunded_amount check (refunded_amount between 0 and net_amount),
  constraint order_refunded_tax check (refunded_tax_amount between 0 and tax_amount),
  check ((status = 'pending') = (paid_at is null)),
  check ((status in ('refunded', 'partially_refunded'))
    = (refunded_amount + refunded_tax_amount > 0)),
  check (status <> 'refunded' or refunded_amount = net_amount),
  check ((tax_id is null) = (tax_id_format is null))
);
comment on column orders.id is '@id order';
comment on column orders.customer_id is '@id customer';
comment on column orders.product_id is '@id product';
comment on column orders.discount_id is '@id discount';
comment on column orders.checkout_id is '@id checkout';
comment on column orders.subscription_id is '@id subscription';
comment on column orders.refunded_amount is 'The sum of the refunds that succeeded, without tax.';
comment on column orders.tax_calculation_id is 'What the tax engine calls its calculation.';
comment on column orders.paid_at is 'By the organization''s clock, like all that billing does.';
comment on column orders.told_at is 'When the customer was told by mail that it is paid.';
comment on column orders.version is 'Counts the changes, for the events about this order.';

-- A checkout ends in one order, whoever finishes it and however often.
create unique index order_of_checkout on orders (organization_id, checkout_id)
  where billing_reason in ('purchase', 'subscription_create');
alter table payment
  add foreign key (organization_id, order_id) references orders (organization_id, id);
create index order_by_age on orders (organization_id, created_at, id);
create index order_by_customer on orders (organization_id, customer_id, created_at);
create index order_by_product on orders (organization_id, product_id);
create index order_by_discount on orders (organization_id, discount_id)
  where discount_id is not null;

-- What an order is made of. Discount and tax of an order are spread over its items, so that the
-- sums meet.
create table order_item (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  order_id uuid not null,
  position integer not null check (position >= 0),
  label text not null check (length(label) between 1 and 1000),
  amount minor_units not null check (amount >= 0),
  discount_amount minor_units not null check (discount_amount between 0 and amount),
  tax_amount minor_units not null check (tax_amount >= 0),
  proration boolean not null,
  product_price_id uuid,
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint order_item_position unique (organization_id, order_id, position),
  foreign key (organization_id, order_id) references orders (organization_id, id)
    on delete cascade,
  foreign key (organization_id, product_price_id) references product_price (organization_id, id)
);
comment on column order_item.id is '@id orderItem';
comment on column order_item.order_id is '@id order';
comment on column order_item.product_price_id is '@id productPrice';
comment on column order_item.amount is 'Before discount and tax.';

-- Money on its way back. A row is noted before the processor is asked, and its id is the key that
-- keeps the processor from paying back twice.
create table refund (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  order_id uuid not null,
  payment_id uuid not null,
  status text not null check (status in ('pending', 'succeeded', 'failed', 'canceled')),
  reason text not null check (reason in ('duplicate', 'fraudulent', 'customer_request',
    'service_disruption', 'satisfaction_guarantee', 'other')),
  amount minor_units not null check (amount >= 0),
  tax_amount minor_units not null check (tax_amount >= 0),
  currency currency not null,
  revoke_benefits boolean not null,
  comment text check (length(comment) between 1 and 5000),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  processor_id text check (length(processor_id) between 1 and 255),
  failure_reason text check (length(failure_reason) between 1 and 255),
  answered_at timestamptz,
  told_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  primary key (organization_id, id),
  constraint refund_processor_id unique (organization_id, processor_id),
  foreign key (organization_id, order_id) references orders (organization_id, id)
    on delete cascade,
  foreign key (organization_id, payment_id) references payment (organization_id, id),
  check (amount + tax_amount > 0),
  check (answered_at is not null or status = 'pending'),
  check (failure_reason is null or status in ('failed', 'canceled'))
);
comment on column refund.id is '@id refund';
comment on column refund.order_id is '@id order';
comment on column refund.payment_id is '@id payment';
comment on column refund.amount is 'Without tax.';
comment on column refund.processor_id is 'What the processor calls it; null until it has answered.';
comment on column refund.answered_at is 'When the processor''s first word of it was noted.';
comment on column refund.told_at is 'When the customer was told by mail that it succeeded.';
comment on column refund.version is 'Counts the changes, for the events about this refund.';

create index refund_by_order on refund (organization_id, order_id);
create index refund_by_age on refund (organization_id, created_at, id);
