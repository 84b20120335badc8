-- Purchases of credits with a stored card, and the rules by which customers let them happen.
create table top_up (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  meter_id uuid not null,
  product_id uuid not null,
  threshold numeric not null check (threshold >= 0),
  purchases_max integer not null check (purchases_max between 1 and 100),
  total_amount_max minor_units not null check (total_amount_max > 0),
  currency currency not null,
  consented_at timestamptz not null,
  stop_reason text check (stop_reason in ('payment_declined', 'authentication_required',
    'payment_method_missing', 'price_increased', 'product_unavailable', 'billing_address_incomplete',
    'purchase_refunded', 'purchase_disputed', 'seller')),
  stop_message text check (length(stop_message) between 1 and 1000),
  stopped_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, customer_id, meter_id),
  foreign key (organization_id, customer_id) references customer (organization_id, id),
  foreign key (organization_id, meter_id) references meter (organization_id, id),
  foreign key (organization_id, product_id) references product (organization_id, id),
  constraint top_up_stopped
    check ((stop_reason is null) = (stopped_at is null)
           and (stop_message is null or stop_reason is not null))
);
comment on table top_up is 'What a customer lets us buy when a balance is low.';
comment on column top_up.id is '@id topUp';
comment on column top_up.customer_id is '@id customer';
comment on column top_up.meter_id is '@id meter';
comment on column top_up.product_id is '@id product';
comment on column top_up.threshold is 'A balance below it leads to a purchase.';
comment on column top_up.purchases_max is 'In a calendar month.';
comment on column top_up.total_amount_max is
  'What a purchase may cost, tax included: what the customer was shown.';
comment on column top_up.consented_at is 'When the customer turned it on last.';
comment on column top_up.stop_reason is 'Null while it is on.';
create index top_up_that_is_on on top_up (organization_id, id) where stop_reason is null;

create table credit_purchase (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  meter_id uuid not null,
  product_id uuid not null,
  product_price_id uuid not null,
  consented_at timestamptz,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  payment_id uuid not null,
  order_id uuid,
  net_amount minor_units not null check (net_amount > 0),
  tax jsonb not null,
  total_amount minor_units not null,
  currency currency not null,
  billing_name text,
  billing_address jsonb,
  tax_id text,
  tax_id_format text,
  created_at timestamptz not null,
  modified_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, payment_id),
  foreign key (organization_id, customer_id) references customer (organization_id, id),
  foreign key (organization_id, meter_id) references meter (organization_id, id),
  foreign key (organization_id, product_id) references product (organization_id, id),
  foreign key (organization_id, payment_id) references payment (organization_id, id),
  foreign key (organization_id, order_id) references orders (organization_id, id),
  constraint credit_purchase_placed check ((status = 'succeeded') = (order_id is not null))
);
comment on table credit_purchase is 'Credits that are bought with a stored card.';
comment on column credit_purchase.id is '@id creditPurchase';
comment on column credit_purchase.customer_id is '@id customer';
comment on column credit_purchase.meter_id is '@id meter';
comment on column credit_purchase.product_id is '@id product';
comment on column credit_purchase.product_price_id is '@id productPrice';
comment on column credit_purchase.consented_at is
  'Of the top-up that it follows from; null where the customer bought it themselves.';
comment on column credit_purchase.payment_id is '@id payment';
comment on column credit_purchase.order_id is '@id order';
comment on column credit_purchase.tax is 'As it was calculated before the charge.';
comment on column credit_purchase.created_at is 'By the organization''s clock.';
create unique index credit_purchase_under_way
  on credit_purchase (organization_id, customer_id, meter_id) where status = 'pending';
create index credit_purchase_of_top_up
  on credit_purchase (organization_id, customer_id, meter_id, created_at)
  where consented_at is not null;
create unique index credit_purchase_of_order
  on credit_purchase (organization_id, order_id) where order_id is not null;
