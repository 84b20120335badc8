-- Uploaded pictures of users and logos of organizations. Without foreign keys, because a row outlives
-- its owner until its bytes are removed.
create table picture (
  id uuid primary key,
  owner_kind text not null check (owner_kind in ('user', 'organization')),
  owner_id uuid not null,
  format text not null check (format in ('png', 'jpg')),
  size integer not null check (size between 1 and 1048576),
  created_at timestamptz not null,
  shown_at timestamptz
);
comment on column picture.id is '@id picture';
comment on column picture.shown_at is
  'When its owner got it; null until its bytes are stored and its URL is saved.';

create index picture_by_owner on picture (owner_id, owner_kind);
-- For uploads that stopped halfway.
create index picture_pending on picture (created_at) where shown_at is null;
