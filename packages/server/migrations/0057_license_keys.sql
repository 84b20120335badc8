-- The license keys of customers. A copy of the database shows none of them: a key is found by its
-- digest, and shown again from an encrypted copy.
create table license_key (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  grant_id uuid not null,
  benefit_id uuid not null,
  customer_id uuid not null,
  key_sealed bytea not null,
  display_key text not null,
  seller_status text check (seller_status in ('disabled', 'revoked')),
  limit_activations int check (limit_activations > 0),
  limit_usage int check (limit_usage > 0),
  expires_at timestamptz,
  overridden text[] not null default '{}'
    check (overridden <@ array['limitActivations', 'limitUsage', 'expiresAt']),
  terms jsonb not null,
  usage int not null default 0 check (usage >= 0),
  validations bigint not null default 0,
  last_validated_at timestamptz,
  created_at timestamptz not null,
  modified_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, grant_id) references benefit_grant (organization_id, id)
    deferrable initially deferred,
  foreign key (organization_id, benefit_id) references benefit (organization_id, id),
  foreign key (organization_id, customer_id) references customer (organization_id, id)
) with (fillfactor = 85);
comment on table license_key is 'A license key of a customer: one per grant.';
comment on column license_key.id is '@id licenseKey';
comment on column license_key.grant_id is '@id benefitGrant';
comment on column license_key.benefit_id is '@id benefit';
comment on column license_key.customer_id is '@id customer';
comment on column license_key.key_sealed is 'Encrypted with the server’s secret.';
comment on column license_key.seller_status is
  'Set by the seller; null while the grant alone decides.';
comment on column license_key.limit_activations is 'Null where keys aren’t activated.';
comment on column license_key.limit_usage is 'Null for no limit.';
comment on column license_key.overridden is
  'What the seller set for this key: changes of its benefit leave it alone.';
comment on column license_key.terms is 'The properties of the benefit as last applied to this key.';

create unique index license_key_of_grant on license_key (organization_id, grant_id);
create index license_key_by_benefit on license_key (organization_id, benefit_id, created_at, id);
create index license_key_by_customer on license_key (organization_id, customer_id, created_at, id);
create index license_key_by_creation on license_key (organization_id, created_at, id);

create table license_key_digest (
  organization_id uuid not null,
  digest bytea not null check (length(digest) = 32),
  license_key_id uuid not null,
  valid_until timestamptz,
  primary key (organization_id, digest),
  foreign key (organization_id, license_key_id) references license_key (organization_id, id)
    on delete cascade
);
comment on table license_key_digest is
  'SHA-256 of a key, and of its former texts while they are still accepted.';
comment on column license_key_digest.license_key_id is '@id licenseKey';
comment on column license_key_digest.valid_until is 'Null for the current text of the key.';
create index license_key_digest_of_key on license_key_digest (organization_id, license_key_id);

create table license_activation (
  organization_id uuid not null,
  id uuid not null,
  license_key_id uuid not null,
  label text not null,
  conditions jsonb not null,
  meta jsonb not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, license_key_id) references license_key (organization_id, id)
    on delete cascade
);
comment on table license_activation is
  'An installation that uses a key; deleted when it is deactivated.';
comment on column license_activation.id is '@id licenseActivation';
comment on column license_activation.license_key_id is '@id licenseKey';
comment on column license_activation.conditions is 'Must be repeated when the key is validated.';
create index license_activation_of_key
  on license_activation (organization_id, license_key_id, created_at, id);

create table license_signing_key (
  organization_id uuid primary key references organization on delete cascade,
  id uuid not null,
  public_key bytea not null check (length(public_key) = 32),
  private_key_sealed bytea not null,
  created_at timestamptz not null
);
comment on table license_signing_key is
  'The Ed25519 key that signs an organization’s offline licenses. Applications contain its public part, so it never changes.';
comment on column license_signing_key.id is '@id licenseSigningKey';

update benefit set properties = properties || '{"offline": null}' where type = 'license_keys';

-- What a grant is for, also in a mail.
create or replace view benefit_kind as
  select organization_id, id, type, metadata, description from benefit;
