-- A reduction of what a buyer pays. One that is deleted stays as a row that nobody finds, because
-- what was bought with it names it.
create table discount (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 256 and name !~ '[\x01-\x1f\x7f]'),
  code text check (length(code) between 3 and 256 and code ~ '^[A-Za-z0-9]+$'),
  type text not null check (type in ('fixed', 'percentage')),
  amount minor_units check (amount between 0 and 99999999),
  currency currency,
  basis_points integer check (basis_points between 1 and 10000),
  duration text not null check (duration in ('once', 'forever', 'repeating')),
  duration_in_months integer check (duration_in_months between 1 and 999),
  starts_at timestamptz,
  ends_at timestamptz,
  max_redemptions integer check (max_redemptions >= 1),
  redemptions_count integer not null default 0 check (redemptions_count >= 0),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  deleted_at timestamptz,
  primary key (organization_id, id),
  check ((type = 'fixed') = (amount is not null)),
  check ((type = 'fixed') = (currency is not null)),
  check ((type = 'percentage') = (basis_points is not null)),
  check ((duration = 'repeating') = (duration_in_months is not null)),
  check (starts_at < ends_at),
  check (redemptions_count <= max_redemptions)
);
comment on column discount.id is '@id discount';
comment on column discount.code is 'As it was written; unique in any case among the living.';
comment on column discount.basis_points is 'Hundredths of a percent.';
comment on column discount.starts_at is 'By the organization''s clock, like all that billing does.';
comment on column discount.ends_at is 'Not any more at this instant.';
comment on column discount.redemptions_count is 'How often it was used; what it takes off is frozen then.';
comment on column discount.version is 'Counts the changes, for the events about this discount.';

create unique index discount_code on discount (organization_id, lower(code))
  where deleted_at is null and code is not null;
create index discount_by_age on discount (organization_id, created_at, id)
  where deleted_at is null;

-- The products that a discount is for; where there are none it is for all.
create table discount_product (
  organization_id uuid not null references organization on delete cascade,
  discount_id uuid not null,
  product_id uuid not null,
  primary key (organization_id, discount_id, product_id),
  foreign key (organization_id, discount_id) references discount (organization_id, id)
    on delete cascade,
  foreign key (organization_id, product_id) references product (organization_id, id)
    on delete cascade
);
comment on column discount_product.discount_id is '@id discount';
comment on column discount_product.product_id is '@id product';

create index discount_product_by_product on discount_product (organization_id, product_id);
