-- Whoever shows a secret doesn't say whose it is: this tells the organization, where everything
-- else about the secret stands.
create table secret_directory (
  hash bytea primary key check (length(hash) = 32),
  organization_id uuid not null references organization on delete cascade,
  constraint secret_of_organization unique (organization_id, hash)
);
comment on column secret_directory.hash is 'SHA-256 of the secret, which nobody here knows.';

-- What a seller's backend shows to act for the organization.
create table organization_access_token (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  secret_hash bytea not null,
  comment text not null check (length(comment) between 1 and 200),
  scopes text[] not null check (cardinality(scopes) between 1 and 100),
  expires_at timestamptz,
  last_used_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, secret_hash),
  foreign key (organization_id, secret_hash) references secret_directory (organization_id, hash)
    on delete cascade
);
comment on column organization_access_token.id is '@id organizationAccessToken';
comment on column organization_access_token.expires_at is 'Null: good until it is revoked.';
comment on column organization_access_token.last_used_at is 'To within some minutes.';

create index organization_access_token_by_age
  on organization_access_token (organization_id, created_at, id);
