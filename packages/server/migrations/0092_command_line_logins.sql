-- A command line that waits for a signed-in user to approve it. The secret becomes an access token when
-- that happens; until then it opens nothing.
create table command_line_login (
  secret_hash bytea primary key check (length(secret_hash) = 32),
  code_digest bytea not null unique check (length(code_digest) = 32),
  device_name text not null check (length(device_name) between 1 and 63),
  address text not null check (length(address) between 1 and 100),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on column command_line_login.secret_hash is 'SHA-256 of the secret, which only the command line has.';
comment on column command_line_login.code_digest is
  'Of the code that the user types. With a key, because all codes can be tried.';
comment on column command_line_login.device_name is 'What the command line calls its machine, which anyone may claim.';
comment on column command_line_login.address is 'Where it was started.';

create index command_line_login_by_expiry on command_line_login (expires_at);
