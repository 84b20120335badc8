-- An address that opens a checkout of its own for whoever follows it. It is printed on posters and
-- stands in pages, so the text itself is kept and can be shown again. One that is deleted stays as a
-- row that nobody finds: its address must not come to mean something else.
create table checkout_link (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  client_secret text not null check (client_secret ~ '^guildhall_cl_[0-9A-Za-z]{30}$'),
  secret_hash bytea not null,
  label text check (length(label) between 1 and 256 and label !~ '[\x01-\x1f\x7f]'),
  discount_id uuid,
  allow_discount_codes boolean not null,
  require_billing_address boolean not null,
  success_url text check (length(success_url) between 1 and 2083),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  deleted_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, secret_hash),
  foreign key (organization_id, secret_hash) references secret_directory (organization_id, hash)
    on delete cascade,
  foreign key (organization_id, discount_id) references discount (organization_id, id),
  check (secret_hash = sha256(client_secret::bytea))
);
comment on column checkout_link.id is '@id checkoutLink';
comment on column checkout_link.client_secret is 'What the address ends with; it lets nobody do more than buy.';
comment on column checkout_link.discount_id is '@id discount';
comment on column checkout_link.success_url is 'Where a buyer goes after; {CHECKOUT_ID} becomes the checkout''s id.';
comment on column checkout_link.metadata is 'Every checkout of this link gets it.';
comment on column checkout_link.version is 'Counts the changes, for the events about this link.';

create index checkout_link_by_age on checkout_link (organization_id, created_at, id)
  where deleted_at is null;
create index checkout_link_by_discount on checkout_link (organization_id, discount_id)
  where discount_id is not null;

-- What it offers, in the seller's order; the first is chosen before the buyer chooses.
create table checkout_link_product (
  organization_id uuid not null references organization on delete cascade,
  checkout_link_id uuid not null,
  product_id uuid not null,
  position integer not null check (position >= 0),
  primary key (organization_id, checkout_link_id, product_id),
  foreign key (organization_id, checkout_link_id) references checkout_link (organization_id, id)
    on delete cascade,
  foreign key (organization_id, product_id) references product (organization_id, id)
    on delete cascade
);
comment on column checkout_link_product.checkout_link_id is '@id checkoutLink';
comment on column checkout_link_product.product_id is '@id product';

create index checkout_link_product_by_product
  on checkout_link_product (organization_id, product_id);
