-- What lets a customer into the portal who has no link: a short code, mailed to their address. One
-- at a time, for half an hour of real time, and for a few guesses.
create table portal_code (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  key_id text not null check (key_id ~ '^[0-9a-f]{8}$'),
  code_mac bytea not null,
  guesses_left integer not null check (guesses_left between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, id),
  constraint portal_code_of_customer unique (organization_id, customer_id),
  foreign key (organization_id, customer_id) references customer (organization_id, id)
    on delete cascade
);
comment on column portal_code.id is '@id portalCode';
comment on column portal_code.customer_id is '@id customer';
comment on column portal_code.code_mac is 'Signed by a key of the server, since so short a code could be guessed from a hash.';
create index portal_code_by_age on portal_code (expires_at);
