-- What a seller counts: which events, and what of them. Nobody deletes a meter, because what was
-- billed by it names it.
create table meter (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 3 and 256 and name !~ '[\x01-\x1f\x7f]'),
  filter jsonb not null check (
    (filter ->> 'conjunction' in ('and', 'or') and jsonb_typeof(filter -> 'clauses') = 'array')
    is true
  ),
  aggregation_func text not null
    check (aggregation_func in ('count', 'sum', 'max', 'min', 'avg')),
  aggregation_property text check (length(aggregation_property) between 1 and 128),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  primary key (organization_id, id),
  check ((aggregation_func = 'count') = (aggregation_property is null))
);
comment on column meter.id is '@id meter';
comment on column meter.filter is 'A tree of clauses: which events count.';
comment on column meter.aggregation_property is 'Of the events'' metadata; none where they are counted.';
comment on column meter.version is 'Counts the changes, for the events about this meter.';

create index meter_by_name on meter (organization_id, name, id);
