-- Who people are and how they come in. Global: a user belongs to no organization.

create table users (
  id uuid primary key,
  email text not null unique
    check (email = lower(email) and email ~ '^[^\s@]+@[^\s@]+$' and length(email) <= 254),
  email_verified boolean not null default false,
  name text not null check (length(name) <= 200 and name !~ '[\x01-\x1f\x7f]'),
  image text check (length(image) <= 2048),
  username text unique check (length(username) between 1 and 255),
  display_username text check (length(display_username) between 1 and 255),
  role text not null default 'user' check (role ~ '^(user|admin)(,(user|admin))*$'),
  banned boolean,
  ban_reason text,
  ban_expires timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((username is null) = (display_username is null)),
  check (banned is true or (ban_reason is null and ban_expires is null))
);
comment on column users.id is '@id user';
comment on column users.email is 'Always in lower case, so that one address is one user.';
comment on column users.username is 'In lower case; display_username keeps how it was typed.';
comment on column users.version is 'Counts the changes, for the events about this user.';

create index users_by_age on users (created_at desc, id desc);
-- Operators search by parts of names and addresses.
create extension if not exists pg_trgm;
create index users_by_words on users
  using gin (email gin_trgm_ops, name gin_trgm_ops, username gin_trgm_ops);
create index users_by_name on users (name, id);
-- Few, and all of them locked where one of them loses the role.
create index users_operators on users (id) where role ~ 'admin';

-- At most one row: who became the operator of a fresh server by being its first user.
create table first_operator (
  only_row boolean primary key default true check (only_row),
  user_id uuid not null
);
comment on column first_operator.user_id is '@id user';

create table session (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  key_id text not null,
  remembered boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ip_address text not null default '',
  user_agent text not null default '' check (length(user_agent) <= 1024),
  active_organization_id uuid,
  impersonated_by uuid references users on delete cascade
);
comment on column session.id is '@id session';
comment on column session.user_id is '@id user';
comment on column session.active_organization_id is '@id organization';
comment on column session.impersonated_by is '@id user';
comment on column session.key_id is 'Which of the server''s secrets the token is derived with; the token itself is stored nowhere.';
comment on column session.remembered is 'False ends with the browser and is never prolonged.';
comment on column session.last_used_at is 'To within minutes: not every call writes.';
comment on column session.updated_at is 'When the session was last prolonged; freshness counts from created_at.';

create index session_by_user on session (user_id, created_at);
create index session_by_expiry on session (expires_at);
create index session_by_impersonator on session (impersonated_by) where impersonated_by is not null;

create table account (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  provider_id text not null,
  account_id text not null check (account_id <> ''),
  scope text,
  password_hash text,
  access_token bytea,
  refresh_token bytea,
  id_token bytea,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  device_id text,
  refresh_lease uuid,
  refresh_lease_ends_at timestamptz,
  refresh_ended_at timestamptz,
  refresh_failed boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, account_id),
  check ((provider_id = 'credential') = (password_hash is not null)),
  check ((refresh_lease is null) = (refresh_lease_ends_at is null))
);
comment on column account.device_id is 'What a provider calls the device, and wants back with each refresh.';
comment on column account.refresh_lease is 'Who is refreshing the tokens now; a rotating token dies of being used twice.';
comment on column account.refresh_ended_at is 'When the last refresh ended, for those who waited for it; refresh_failed says how.';
comment on column account.id is '@id account';
comment on column account.user_id is '@id user';
comment on column account.account_id is 'The subject at the provider; for a password the user''s own id.';
comment on column account.scope is 'Comma-separated.';
comment on column account.access_token is 'Sealed for this row, like the other tokens.';

create index account_by_user on account (user_id, created_at);

-- What was mailed or handed to a browser once and works once. Consumed by deleting the row, or, of
-- a link that proves an address, by noting when it was opened.
create table verification (
  secret_hash bytea primary key,
  purpose text not null check (purpose in
    ('verify-email', 'change-email', 'reset-password', 'delete-account', 'oauth-state')),
  user_id uuid references users on delete cascade,
  value bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz
);
comment on column verification.spent_at is
  'Links that prove an address stay when they were opened, so that opening one again is no error.';
comment on column verification.user_id is '@id user';
comment on column verification.secret_hash is 'The secret itself is only in the mail or the browser.';
comment on column verification.value is 'Sealed JSON: what the holder of the secret may do.';

create index verification_by_expiry on verification (expires_at);
create index verification_by_user on verification (user_id, purpose);

-- What happened to an account and who did it. Ids without foreign keys, so that users can be
-- deleted; a year later the partitions go.
create table audit_entry (
  id uuid not null,
  user_id uuid,
  actor_id uuid,
  action text not null check (length(action) between 1 and 60),
  succeeded boolean not null,
  ip_address text not null default '',
  user_agent text not null default '',
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  at timestamptz not null default now(),
  primary key (at, id)
) partition by range (at);
comment on column audit_entry.id is '@id auditEntry';
comment on table audit_entry is 'Sign-ins, failures, changes of credentials, acts of operators.';
comment on column audit_entry.user_id is 'Whom it concerns; null where nobody has the name that was tried. @id user';
comment on column audit_entry.actor_id is 'Who did it, where that was not the user. @id user';

create index audit_entry_by_user on audit_entry (user_id, at desc, id desc);

select guildhall_append_only('audit_entry');
select guildhall_partition_by_week('audit_entry', interval '400 days');
