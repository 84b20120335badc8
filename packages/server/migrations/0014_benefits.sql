-- What a buyer gets with a product. Whatever is deleted stays as a row that nobody finds, because
-- what was granted names it.
create table benefit (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  type text not null check (type in
    ('custom', 'discord', 'github_repository', 'downloadables', 'license_keys', 'meter_credit')),
  description text not null check (length(description) between 3 and 42),
  selectable boolean not null default true,
  deletable boolean not null default true,
  properties jsonb not null default '{}' check (jsonb_typeof(properties) = 'object'),
  meter_id uuid,
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  deleted_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, meter_id) references meter (organization_id, id),
  check ((type = 'meter_credit') = (meter_id is not null))
);
comment on column benefit.id is '@id benefit';
comment on column benefit.meter_id is 'What credits are given on. @id meter';
comment on column benefit.description is 'What buyers are shown.';
comment on column benefit.selectable is 'False: products neither gain nor lose it.';
comment on column benefit.properties is 'What its type asks for, apart from the meter and the files.';
comment on column benefit.version is 'Counts the changes, for the events about this benefit.';

create index benefit_by_age on benefit (organization_id, created_at, id)
  where deleted_at is null;
create index benefit_by_meter on benefit (organization_id, meter_id)
  where meter_id is not null;

-- What the buyers of a benefit download, in the seller's order.
create table benefit_file (
  organization_id uuid not null references organization on delete cascade,
  benefit_id uuid not null,
  file_id uuid not null,
  position integer not null check (position >= 0),
  archived boolean,
  primary key (organization_id, benefit_id, file_id),
  unique (organization_id, benefit_id, position),
  foreign key (organization_id, benefit_id) references benefit (organization_id, id)
    on delete cascade,
  foreign key (organization_id, file_id) references file (organization_id, id)
    on delete cascade
);
comment on column benefit_file.benefit_id is '@id benefit';
comment on column benefit_file.file_id is '@id file';
comment on column benefit_file.archived is
  'True: no longer offered, but listed still. Null where the seller says neither.';

create index benefit_file_by_file on benefit_file (organization_id, file_id);

-- Round trips to another service that came back: each may do so once. What a round trip is about
-- travels along, sealed, so nothing is kept of those that don't come back.
create table finished_round_trip (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  expires_at timestamptz not null,
  primary key (organization_id, id)
);
comment on column finished_round_trip.id is '@id roundTrip';
comment on column finished_round_trip.expires_at is 'When it couldn''t come back anyway.';

create index finished_round_trip_by_end on finished_round_trip (expires_at);

-- Who somebody is at GitHub while they make a benefit: for an hour at most, in one session.
create table github_connection (
  organization_id uuid not null references organization on delete cascade,
  session_id uuid not null references session on delete cascade,
  login text not null check (length(login) between 1 and 100),
  access_token bytea not null,
  expires_at timestamptz not null,
  primary key (organization_id, session_id)
);
comment on column github_connection.session_id is '@id session';
comment on column github_connection.access_token is 'Sealed for this row.';

create index github_connection_by_session on github_connection (session_id);
create index github_connection_by_end on github_connection (expires_at);
