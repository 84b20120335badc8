-- How each person sees the lists of an organization. All of it goes with the membership.
create table saved_view (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  list text not null check (list in ('orders', 'customers', 'subscriptions', 'products',
    'discounts', 'checkouts', 'disputes', 'audit_log')),
  name text not null check (length(name) between 1 and 60),
  query jsonb not null check (jsonb_typeof(query) = 'object'),
  columns text[] check (cardinality(columns) <= 50),
  created_at timestamptz not null,
  modified_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references member (organization_id, user_id)
    on delete cascade
);
comment on table saved_view is 'Search, filters, sorting and columns of a list, under a name.';
comment on column saved_view.id is '@id savedView';
comment on column saved_view.user_id is '@id user';
comment on column saved_view.query is 'Parameters of the list in the dashboard, all text.';
comment on column saved_view.columns is 'Null for those that the list has by default.';

create unique index saved_view_name
  on saved_view (organization_id, user_id, list, lower(name));

create table list_columns (
  organization_id uuid not null,
  user_id uuid not null,
  list text not null check (list in ('orders', 'customers', 'subscriptions', 'products',
    'discounts', 'checkouts', 'disputes', 'audit_log')),
  columns text[] not null check (cardinality(columns) <= 50),
  primary key (organization_id, user_id, list),
  foreign key (organization_id, user_id) references member (organization_id, user_id)
    on delete cascade
);
comment on table list_columns is 'The columns that a person has chosen for a list without a view.';
comment on column list_columns.user_id is '@id user';
