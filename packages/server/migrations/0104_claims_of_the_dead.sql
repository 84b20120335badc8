-- Who claimed work, so that others continue it as soon as that process has died.
create table life (
  name text primary key,
  ended_at timestamptz
);
comment on table life is
  'Names under which processes claim work, each with a session lock that ends with its process.';
comment on column life.ended_at is 'When another process first found the lock free.';

alter table subscription add column claimed_by uuid;
comment on column subscription.claimed_by is
  'The process that claimed it; null where that couldn''t show that it lives. @id process';
alter table payment add column claimed_by uuid;
comment on column payment.claimed_by is
  'The process that is to submit it; null where that couldn''t show that it lives. @id process';
alter table external_access add column leased_by uuid;
comment on column external_access.leased_by is
  'The process that leased it; null where that couldn''t show that it lives. @id process';
alter table mail add column claimed_by uuid;
comment on column mail.claimed_by is
  'The process that claimed it; null where that couldn''t show that it lives. @id process';
alter table due_note add column taken_by uuid;
comment on column due_note.taken_by is
  'The process that looks; null where none does, or it couldn''t show that it lives. @id process';
