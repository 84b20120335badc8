-- Every attempt to take money from a buyer. Its id is the idempotency key at the processor, so a
-- payment that is carried out again after a crash is charged once.
create table payment (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  processor text not null check (processor in ('sandbox', 'stripe')),
  processor_id text check (length(processor_id) between 1 and 255),
  amount minor_units not null check (amount > 0),
  currency currency not null,
  method text not null default 'card' check (length(method) between 1 and 64),
  method_metadata jsonb check (jsonb_typeof(method_metadata) = 'object'),
  decline_reason text check (length(decline_reason) between 1 and 100),
  decline_message text check (length(decline_message) between 1 and 500),
  confirmation_token text check (length(confirmation_token) between 1 and 255),
  client_secret bytea,
  description text not null check (length(description) between 1 and 500),
  seller_name text not null,
  return_url text,
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  checkout_id uuid,
  order_id uuid,
  customer_id uuid not null,
  customer_email text not null check (length(customer_email) between 3 and 254),
  begun_at timestamptz not null,
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customer (organization_id, id),
  constraint payment_declined check ((status = 'failed') = (decline_reason is not null)),
  constraint payment_over check
    (status = 'pending' or (confirmation_token is null and client_secret is null)),
  constraint payment_charged check (status <> 'succeeded' or processor_id is not null)
);
comment on column payment.id is '@id payment';
comment on column payment.processor_id is 'What the processor calls it; null until it has heard of it.';
comment on column payment.method_metadata is 'Of a card its brand, its last four digits and its country.';
comment on column payment.decline_message is 'What helps the buyer.';
comment on column payment.confirmation_token is 'Stands for the card entry, and is good for one charge.';
comment on column payment.client_secret is
  'With it the buyer''s browser carries on; there while the buyer is asked. Sealed for this row.';
comment on column payment.seller_name is 'As it was then: the buyer''s bank shows it.';
comment on column payment.metadata is 'What the processor is told beside it.';
comment on column payment.checkout_id is '@id checkout';
comment on column payment.order_id is '@id order';
comment on column payment.customer_id is '@id customer';
comment on column payment.begun_at is 'In real time, in which the processor forgets idempotency keys.';
comment on column payment.version is 'Counts the changes, for the events about this payment.';

create unique index payment_at_processor on payment (organization_id, processor, processor_id)
  where processor_id is not null;
create index payment_by_age on payment (organization_id, created_at, id);
create index payment_by_checkout on payment (organization_id, checkout_id)
  where checkout_id is not null;
create index payment_by_order on payment (organization_id, order_id)
  where order_id is not null;
create index payment_by_customer on payment (organization_id, customer_id);

-- What a processor has called us about, so that what it repeats is heard once.
create table processor_news (
  organization_id uuid not null references organization on delete cascade,
  processor text not null check (processor in ('sandbox', 'stripe')),
  event_id text not null check (length(event_id) between 1 and 255),
  heard_at timestamptz not null,
  primary key (organization_id, processor, event_id)
);
comment on column processor_news.heard_at is 'In real time, in which processors repeat themselves.';

create index processor_news_by_age on processor_news (heard_at);

-- The sandbox's own side: what a real processor would keep in its own house. Our own side doesn't
-- refer to it, and it knows of our side no more than it was told.
create table sandbox_intent (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  idempotency_key text not null check (length(idempotency_key) between 1 and 255),
  purpose text not null check (purpose in ('payment', 'set_up')),
  status text not null check (status in ('requires_action', 'succeeded', 'declined', 'canceled')),
  amount minor_units check (amount > 0),
  currency currency,
  token text not null check (length(token) between 1 and 255),
  method_id uuid not null,
  decline_code text,
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint sandbox_intent_key unique (organization_id, idempotency_key),
  check ((purpose = 'payment') = (amount is not null)),
  check ((amount is null) = (currency is null)),
  check ((status = 'declined') = (decline_code is not null))
);
comment on column sandbox_intent.id is '@id sandboxIntent';
comment on column sandbox_intent.method_id is 'The card, which later charges may use again. @id sandboxMethod';

create index sandbox_intent_by_method on sandbox_intent (organization_id, method_id);

create table sandbox_refund (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  idempotency_key text not null check (length(idempotency_key) between 1 and 255),
  intent_id uuid not null,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  amount minor_units not null check (amount > 0),
  failure_reason text,
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint sandbox_refund_key unique (organization_id, idempotency_key),
  foreign key (organization_id, intent_id) references sandbox_intent (organization_id, id)
    on delete cascade,
  check ((status = 'failed') = (failure_reason is not null))
);
comment on column sandbox_refund.id is '@id sandboxRefund';
comment on column sandbox_refund.intent_id is '@id sandboxIntent';

create index sandbox_refund_by_intent on sandbox_refund (organization_id, intent_id);
