-- What holders of a benefit may download is read from its files, never copied. Only downloads are stored.
create table file_download (
  organization_id uuid not null references organization on delete cascade,
  grant_id uuid not null,
  file_id uuid not null,
  downloads bigint not null check (downloads > 0),
  last_downloaded_at timestamptz not null,
  primary key (organization_id, grant_id, file_id),
  foreign key (organization_id, grant_id) references benefit_grant (organization_id, id),
  foreign key (organization_id, file_id) references file (organization_id, id)
);
comment on table file_download is 'How often a file was downloaded by the holder of a grant.';
comment on column file_download.grant_id is '@id benefitGrant';
comment on column file_download.file_id is '@id file';

-- The files that a benefit gives now, in the seller’s order.
create view offered_file as
  select l.organization_id, l.benefit_id, l.file_id, l.position
    from benefit_file l
    join benefit b on b.organization_id = l.organization_id and b.id = l.benefit_id
    join file f on f.organization_id = l.organization_id and f.id = l.file_id
   where l.archived is not true and b.deleted_at is null
     and f.deleted_at is null and f.is_uploaded and f.service = 'downloadable';
comment on column offered_file.benefit_id is '@id benefit';
comment on column offered_file.file_id is '@id file';
