-- Benefits that are given at Discord and GitHub.
alter domain grant_status drop constraint grant_status_check;
alter domain grant_status
  add check (value in ('waiting', 'pending', 'granted', 'failed', 'revoked'));

-- The account that a customer has connected at a provider. A row without an account is made when a
-- benefit is to be given and none is connected: whoever gives and whoever connects lock the same row,
-- so that a benefit that is bought while an account is connected doesn't wait for another one.
create table oauth_account (
  organization_id uuid not null references organization on delete cascade,
  customer_id uuid not null,
  provider text not null check (provider in ('discord', 'github')),
  account_id text check (length(account_id) between 1 and 100),
  username text check (length(username) between 1 and 100),
  access_token bytea,
  access_token_expires_at timestamptz,
  connected_at timestamptz,
  primary key (organization_id, customer_id, provider),
  foreign key (organization_id, customer_id) references customer (organization_id, id),
  constraint oauth_account_connected
    check (num_nonnulls(account_id, username, connected_at) in (0, 3))
);
comment on table oauth_account is 'The account of a customer at a provider of benefits.';
comment on column oauth_account.customer_id is '@id customer';
comment on column oauth_account.access_token is
  'Encrypted; where it is needed to let the account in.';

create index oauth_account_by_account on oauth_account (organization_id, provider, account_id);

-- What an account has, or may have, at a provider. Whether it should have it is not stored here: it
-- should as long as a grant refers to it that isn't revoked. A row is deleted when nothing is left
-- at the provider.
create table external_access (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  provider text not null check (provider in ('discord', 'github')),
  account_id text not null check (length(account_id) between 1 and 100),
  place jsonb not null,
  held text check (held in ('held', 'invited')),
  due_at timestamptz,
  leased_until timestamptz,
  is_unsure boolean not null default false,
  attempts int not null default 0 check (attempts >= 0),
  version bigint not null default 1,
  primary key (organization_id, id),
  unique (organization_id, provider, account_id, place)
);
comment on table external_access is 'What an account has, or may have, at a provider.';
comment on column external_access.id is '@id externalAccess';
comment on column external_access.place is 'A role in a guild, or a repository.';
comment on column external_access.held is 'As the provider confirmed it; null before that.';
comment on column external_access.due_at is 'When the provider is called, in real time.';
comment on column external_access.leased_until is 'Until then one process is calling.';
comment on column external_access.is_unsure is
  'A request got no answer and may still take effect, so the next success is repeated.';
comment on column external_access.attempts is 'Since it last changed what should be.';
comment on column external_access.version is
  'Counts the changes of what should be, so that a call that was overtaken is noticed.';

create index external_access_due on external_access (due_at) where due_at is not null;
create index external_access_place on external_access (provider, account_id, place);

alter table benefit_grant add column external_access_id uuid;
alter table benefit_grant add foreign key (organization_id, external_access_id)
  references external_access (organization_id, id);
comment on column benefit_grant.external_access_id is '@id externalAccess';
create index benefit_grant_by_access on benefit_grant (organization_id, external_access_id)
  where external_access_id is not null;
