-- What an organization uploaded: pictures that everybody may see, and goods for those who bought
-- them. The bytes lie in the storage; whatever is deleted stays as a row, for what names it.
create table file (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  service text not null
    check (service in ('downloadable', 'product_media', 'organization_avatar')),
  name text not null
    check (octet_length(name) between 1 and 200 and name !~ '[\x01-\x1f\x7f/\\]'),
  path text not null check (path ~ '^[a-z_]+/[0-9a-f-]{36}/[0-9a-f-]{36}/[^/]+$'),
  mime_type text not null check (length(mime_type) between 3 and 255),
  size bigint not null check (size between 1 and 5497558138880),
  checksum_sha256 bytea check (length(checksum_sha256) = 32),
  checksum_etag text,
  storage_version text,
  version_name text check (length(version_name) between 1 and 100),
  is_uploaded boolean not null default false,
  last_modified_at timestamptz,
  upload_id text,
  upload_parts jsonb check (jsonb_typeof(upload_parts) = 'array'),
  upload_ends_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  deleted_at timestamptz,
  primary key (organization_id, id),
  constraint file_uploaded_or_uploading check (
    is_uploaded = (last_modified_at is not null)
    and (is_uploaded or num_nonnulls(upload_id, upload_parts, upload_ends_at) = 3)
  )
);
comment on column file.id is '@id file';
comment on column file.path is 'Where the bytes lie; it keeps the first name.';
comment on column file.checksum_sha256 is
  'Until it is uploaded what was promised; of several parts it may be that of their digests.';
comment on column file.version_name is 'What the seller calls this version of the file.';
comment on column file.upload_id is 'The storage''s own name of the upload.';
comment on column file.upload_parts is 'Which bytes each part holds.';
comment on column file.upload_ends_at is 'When no part can be sent any more, in real time.';
comment on column file.version is 'Counts the changes, for the events about this file.';

create index file_by_age on file (organization_id, created_at, id)
  where deleted_at is null and is_uploaded;
-- For what an organization keeps altogether.
create index file_kept on file (organization_id) include (size) where deleted_at is null;
-- For uploads that nobody finished.
create index file_uploading on file (upload_ends_at) where deleted_at is null and not is_uploaded;
