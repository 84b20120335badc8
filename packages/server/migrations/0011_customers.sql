-- Who buys from an organization; not a user of this server. Whoever is deleted stays as a row that
-- nobody finds, because what they bought names them.
create table customer (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  email text not null check (length(email) between 3 and 254),
  email_verified boolean not null default false,
  external_id text check (length(external_id) between 1 and 255),
  name text check (length(name) between 1 and 256 and name !~ '[\x01-\x1f\x7f]'),
  billing_address jsonb check (billing_address ->> 'country' ~ '^[A-Z]{2}$'),
  tax_id text check (length(tax_id) between 1 and 64),
  tax_id_format text check (tax_id_format ~ '^[a-z]{2}_[a-z_]+$'),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  deleted_at timestamptz,
  primary key (organization_id, id),
  check ((tax_id is null) = (tax_id_format is null))
);
comment on column customer.id is '@id customer';
comment on column customer.email is 'As it was written; unique in any case among the living.';
comment on column customer.external_id is 'What the seller''s own system calls the customer.';
comment on column customer.version is 'Counts the changes, for the events about this customer.';

create unique index customer_email on customer (organization_id, lower(email))
  where deleted_at is null;
create unique index customer_external_id on customer (organization_id, external_id)
  where deleted_at is null and external_id is not null;
create index customer_by_age on customer (organization_id, created_at, id)
  where deleted_at is null;

-- What lets a customer into the portal.
create table customer_session (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  secret_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, secret_hash),
  foreign key (organization_id, customer_id) references customer (organization_id, id)
    on delete cascade,
  foreign key (organization_id, secret_hash) references secret_directory (organization_id, hash)
    on delete cascade
);
comment on column customer_session.id is '@id customerSession';
comment on column customer_session.customer_id is '@id customer';
comment on column customer_session.expires_at is 'By the organization''s clock, like all that billing does.';

create index customer_session_by_customer on customer_session (organization_id, customer_id);
create index customer_session_by_end on customer_session (expires_at);
