-- A buyer who typed an address has not shown that it is theirs, so their session shows only what they
-- bought. Of the sessions so far nobody knows where they came from, and they last for an hour at
-- most: all of them end. Customers sign in again with a code by mail or a new link of the seller.
delete from secret_directory d using customer_session s
 where d.organization_id = s.organization_id and d.hash = s.secret_hash;
delete from customer_session;

alter table customer_session
  add column checkout_id uuid,
  add foreign key (organization_id, checkout_id) references checkout (organization_id, id)
    on delete cascade;
comment on column customer_session.checkout_id is
  'The purchase that this session shows; null if it shows everything of the customer. @id checkout';

-- Each network has its own few guesses, so that a stranger's guesses leave the customer's alone. The
-- many guesses of all networks together are still far too few for one of two billion codes.
alter table portal_code drop constraint portal_code_guesses_left_check;
update portal_code set guesses_left = 1000;
alter table portal_code
  add constraint portal_code_guesses_left check (guesses_left between 0 and 1000);
comment on column portal_code.guesses_left is 'Of all networks together.';

-- A customer may have several codes: a stranger who requests one must not void the one before.
alter table portal_code drop constraint portal_code_of_customer;
create index portal_code_of_customer on portal_code (organization_id, customer_id);

create table portal_code_guess (
  organization_id uuid not null references organization on delete cascade,
  code_id uuid not null,
  network_mac bytea not null,
  guesses integer not null check (guesses > 0),
  primary key (organization_id, code_id, network_mac),
  foreign key (organization_id, code_id) references portal_code (organization_id, id)
    on delete cascade
);
comment on column portal_code_guess.code_id is '@id portalCode';
comment on column portal_code_guess.network_mac is
  'A signature with a key of the server, because all addresses could be hashed in minutes.';

-- A change of a customer's address, until the code that was mailed to the new one is entered. One at
-- a time.
create table customer_email_change (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  former_email text not null check (length(former_email) between 3 and 254),
  new_email text not null check (length(new_email) between 3 and 254),
  key_id text not null check (key_id ~ '^[0-9a-f]{8}$'),
  code_mac bytea not null,
  guesses_left integer not null check (guesses_left between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, id),
  constraint customer_email_change_of_customer unique (organization_id, customer_id),
  foreign key (organization_id, customer_id) references customer (organization_id, id)
    on delete cascade
);
comment on column customer_email_change.id is '@id emailChange';
comment on column customer_email_change.customer_id is '@id customer';
comment on column customer_email_change.former_email is
  'The address at the time of the request; if it has changed since, the request is void.';
comment on column customer_email_change.code_mac is
  'A signature with a key of the server, because a hash of so short a code could be guessed.';
comment on column customer_email_change.expires_at is 'In real time.';
create index customer_email_change_by_age on customer_email_change (expires_at);
