-- Rate limits: one row per key, so that all processes on one database agree on a count.
--
-- UNLOGGED, because a hot key in a logged table waits for the disk at every request; a crash of
-- the database forgets the counts, which at worst gives a guesser one more window.

create unlogged table rate_limit (
  key bytea primary key check (octet_length(key) = 16),
  hits integer not null check (hits > 0),
  ends_at timestamptz not null
) with (fillfactor = 70);

comment on table rate_limit is 'Requests counted in the current window of each limited key';
comment on column rate_limit.key is 'Keyed hash of rule and subject: neither address nor e-mail';

create index rate_limit_by_end on rate_limit (ends_at);
