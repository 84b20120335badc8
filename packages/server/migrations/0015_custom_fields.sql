-- What a seller asks buyers for beyond what every purchase needs. One that is deleted stays as a row
-- that nobody finds, because what buyers answered names it.
create table custom_field (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  type text not null check (type in ('text', 'number', 'date', 'checkbox', 'select')),
  slug text not null check (slug ~ '^[a-z0-9_-]{1,100}$'),
  name text not null check (length(name) between 1 and 256 and name !~ '[\x01-\x1f\x7f]'),
  properties jsonb not null check (jsonb_typeof(properties) = 'object'),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  deleted_at timestamptz,
  primary key (organization_id, id),
  check ((properties ->> 'ge')::bigint <= (properties ->> 'le')::bigint),
  check ((properties ->> 'minLength')::int <= (properties ->> 'maxLength')::int),
  check ((properties ->> 'minLength')::int >= 0),
  check ((properties ->> 'maxLength')::int >= 1),
  check ((type = 'select') = (properties ? 'options')),
  check (jsonb_array_length(properties -> 'options') >= 1)
);
comment on column custom_field.id is '@id customField';
comment on column custom_field.slug is 'What the answer is called; unique among the living.';
comment on column custom_field.properties is 'What the form shows, and what the type allows.';
comment on column custom_field.version is 'Counts the changes, for the events about this field.';

create unique index custom_field_slug on custom_field (organization_id, slug)
  where deleted_at is null;
