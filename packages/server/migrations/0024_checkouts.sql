-- A purchase on its way: what a buyer chose and said of themselves, and what it comes to. The secret
-- of its page is derived from the id and a key of the server, so that it can be shown again and
-- still nobody reads it here.
create table checkout (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  secret_hash bytea not null,
  secret_key_id text not null check (secret_key_id ~ '^[0-9a-f]{8}$'),
  status text not null default 'open'
    check (status in ('open', 'expired', 'confirmed', 'succeeded', 'failed')),
  product_id uuid not null,
  product_price_id uuid not null,
  discount_id uuid,
  currency currency not null,
  amount minor_units not null check (amount between 0 and 99999999),
  discount_amount minor_units not null check (discount_amount between 0 and amount),
  tax_amount minor_units check (tax_amount >= 0),
  tax jsonb check (jsonb_typeof(tax) = 'object'),
  allow_discount_codes boolean not null,
  require_billing_address boolean not null,
  is_business_customer boolean not null,
  customer_id uuid,
  is_customer_given boolean not null default false,
  made_customer_id uuid,
  customer_external_id text check (length(customer_external_id) between 1 and 255),
  customer_name text check (length(customer_name) between 1 and 256),
  customer_email text check (length(customer_email) between 3 and 254),
  customer_ip_address inet,
  customer_billing_name text check (length(customer_billing_name) between 1 and 256),
  customer_billing_address jsonb check (customer_billing_address ->> 'country' ~ '^[A-Z]{2}$'),
  customer_tax_id text check (length(customer_tax_id) between 1 and 64),
  customer_tax_id_format text check (customer_tax_id_format ~ '^[a-z]{2}_[a-z_]+$'),
  customer_metadata jsonb not null default '{}' check (jsonb_typeof(customer_metadata) = 'object'),
  custom_field_data jsonb not null default '{}' check (jsonb_typeof(custom_field_data) = 'object'),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  payment_id uuid,
  success_url text check (length(success_url) between 1 and 2083),
  embed_origin text check (embed_origin ~ '^https?://[^\s/;,]+$'),
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  expires_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, secret_hash),
  foreign key (organization_id, secret_hash) references secret_directory (organization_id, hash),
  foreign key (organization_id, product_id) references product (organization_id, id),
  foreign key (organization_id, product_price_id) references product_price (organization_id, id),
  foreign key (organization_id, discount_id) references discount (organization_id, id),
  foreign key (organization_id, customer_id) references customer (organization_id, id),
  foreign key (organization_id, made_customer_id) references customer (organization_id, id),
  foreign key (organization_id, payment_id) references payment (organization_id, id),
  check ((customer_tax_id is null) = (customer_tax_id_format is null)),
  check ((tax is null) = (tax_amount is null)),
  check (discount_amount = 0 or discount_id is not null),
  check (status not in ('confirmed', 'succeeded') or customer_id is not null),
  check (not is_customer_given or customer_id is not null)
);
comment on column checkout.id is '@id checkout';
comment on column checkout.product_id is '@id product';
comment on column checkout.product_price_id is '@id productPrice';
comment on column checkout.discount_id is '@id discount';
comment on column checkout.customer_id is '@id customer';
comment on column checkout.secret_key_id is 'Which of the server''s secrets the page''s secret is derived with.';
comment on column checkout.tax is 'What was worked out for the address; null until there is one.';
comment on column checkout.is_customer_given is 'The seller said who the buyer is; otherwise the buyer only says so.';
comment on column checkout.made_customer_id is 'Whom a confirmation of this checkout created as a customer. @id customer';
comment on column checkout.payment_id is 'Of the attempt that counts: another one''s news changes nothing here. @id payment';
comment on column checkout.expires_at is 'By the organization''s clock, like all that billing does.';
comment on column checkout.version is 'Counts the changes: what was decided on an earlier one isn''t saved.';

create index checkout_by_age on checkout (organization_id, created_at, id);
create index checkout_by_end on checkout (expires_at) where status in ('open', 'confirmed');
create index checkout_by_customer on checkout (organization_id, customer_id)
  where customer_id is not null;
create index checkout_by_product on checkout (organization_id, product_id);

-- The products to choose from, in the seller's order.
create table checkout_product (
  organization_id uuid not null references organization on delete cascade,
  checkout_id uuid not null,
  product_id uuid not null,
  position integer not null check (position >= 0),
  primary key (organization_id, checkout_id, product_id),
  foreign key (organization_id, checkout_id) references checkout (organization_id, id)
    on delete cascade,
  foreign key (organization_id, product_id) references product (organization_id, id)
);
comment on column checkout_product.checkout_id is '@id checkout';
comment on column checkout_product.product_id is '@id product';

create index checkout_product_by_product on checkout_product (organization_id, product_id);

-- A use of a discount: taken when a buyer confirms, and given back when nothing came of it.
create table discount_redemption (
  organization_id uuid not null references organization on delete cascade,
  checkout_id uuid not null,
  discount_id uuid not null,
  order_id uuid,
  created_at timestamptz not null,
  primary key (organization_id, checkout_id),
  foreign key (organization_id, checkout_id) references checkout (organization_id, id),
  foreign key (organization_id, discount_id) references discount (organization_id, id),
  foreign key (organization_id, order_id) references orders (organization_id, id)
);
comment on column discount_redemption.checkout_id is '@id checkout';
comment on column discount_redemption.discount_id is '@id discount';
comment on column discount_redemption.order_id is '@id order';

create index discount_redemption_by_discount on discount_redemption (organization_id, discount_id);

alter table payment add foreign key (organization_id, checkout_id)
  references checkout (organization_id, id);
alter table orders add foreign key (organization_id, checkout_id)
  references checkout (organization_id, id);

-- A buyer's browser names a product and nothing else.
create index product_by_id on product (id);
