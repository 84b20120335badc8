-- What an organization sells. A product is never deleted: what was bought names it.
create table product (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 3 and 256 and name !~ '[\x01-\x1f\x7f]'),
  description text check (length(description) between 1 and 20000),
  recurring_interval text check (recurring_interval in ('month', 'year')),
  is_archived boolean not null default false,
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  leading_amount_type text not null
    check (leading_amount_type in ('custom', 'fixed', 'free', 'metered_unit')),
  leading_amount minor_units not null check (leading_amount between 0 and 99999999),
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  primary key (organization_id, id)
);
comment on column product.id is '@id product';
comment on column product.recurring_interval is 'None: it is bought once. Stays as it is.';
comment on column product.leading_amount_type is 'Of the living price that is shown first; lists are sorted by it.';
comment on column product.leading_amount is 'The least that the price shown first takes at once; lists are sorted by it.';
comment on column product.version is 'Counts the changes, for the events about this product.';

create index product_by_age on product (organization_id, created_at, id);
create index product_by_name on product (organization_id, lower(name), id);
create index product_by_amount_type on product (organization_id, leading_amount_type, id);
create index product_by_amount on product (organization_id, leading_amount, id);

-- How it is paid. A price is never changed and never deleted: whoever subscribed keeps theirs.
create table product_price (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  product_id uuid not null,
  position integer not null check (position >= 0),
  amount_type text not null check (amount_type in ('custom', 'fixed', 'free', 'metered_unit')),
  is_archived boolean not null default false,
  price_currency currency,
  price_amount minor_units check (price_amount between 50 and 99999999),
  minimum_amount minor_units check (minimum_amount between 50 and 99999999),
  maximum_amount minor_units check (maximum_amount between 50 and 1000000),
  preset_amount minor_units check (preset_amount between 50 and 1000000),
  unit_amount numeric(29, 12) check (unit_amount > 0
    and length(ltrim(replace(trim_scale(unit_amount)::text, '.', ''), '0')) <= 17),
  cap_amount minor_units check (cap_amount >= 0),
  meter_id uuid,
  created_at timestamptz not null,
  modified_at timestamptz,
  primary key (organization_id, id),
  constraint product_price_position unique (organization_id, product_id, position),
  foreign key (organization_id, product_id) references product (organization_id, id)
    on delete cascade,
  foreign key (organization_id, meter_id) references meter (organization_id, id),
  check ((price_currency is null) = (amount_type = 'free')),
  check ((price_amount is not null) = (amount_type = 'fixed')),
  check ((unit_amount is not null) = (amount_type = 'metered_unit')),
  check ((meter_id is not null) = (amount_type = 'metered_unit')),
  check (cap_amount is null or amount_type = 'metered_unit'),
  check (num_nonnulls(minimum_amount, maximum_amount, preset_amount) = 0
    or amount_type = 'custom'),
  check (minimum_amount <= maximum_amount),
  check (minimum_amount <= preset_amount),
  check (preset_amount <= maximum_amount)
);
comment on column product_price.id is '@id productPrice';
comment on column product_price.product_id is '@id product';
comment on column product_price.meter_id is '@id meter';
comment on column product_price.position is 'Among all that the product ever had, in the order of their making.';
comment on column product_price.unit_amount is 'In minor units, of which it may be a fraction.';

create unique index product_price_static on product_price (organization_id, product_id)
  where not is_archived and amount_type <> 'metered_unit';
create unique index product_price_meter on product_price (organization_id, product_id, meter_id)
  where not is_archived and amount_type = 'metered_unit';
create index product_price_by_meter on product_price (organization_id, meter_id)
  where meter_id is not null;

create table product_benefit (
  organization_id uuid not null references organization on delete cascade,
  product_id uuid not null,
  benefit_id uuid not null,
  position integer not null check (position >= 0),
  primary key (organization_id, product_id, benefit_id),
  foreign key (organization_id, product_id) references product (organization_id, id)
    on delete cascade,
  foreign key (organization_id, benefit_id) references benefit (organization_id, id)
    on delete cascade
);
comment on column product_benefit.product_id is '@id product';
comment on column product_benefit.benefit_id is '@id benefit';

create index product_benefit_by_benefit on product_benefit (organization_id, benefit_id);

create table product_media (
  organization_id uuid not null references organization on delete cascade,
  product_id uuid not null,
  file_id uuid not null,
  position integer not null check (position >= 0),
  primary key (organization_id, product_id, file_id),
  foreign key (organization_id, product_id) references product (organization_id, id)
    on delete cascade,
  foreign key (organization_id, file_id) references file (organization_id, id)
    on delete cascade
);
comment on column product_media.product_id is '@id product';
comment on column product_media.file_id is '@id file';

create index product_media_by_file on product_media (organization_id, file_id);

-- What a buyer is asked.
create table product_custom_field (
  organization_id uuid not null references organization on delete cascade,
  product_id uuid not null,
  custom_field_id uuid not null,
  position integer not null check (position >= 0),
  is_required boolean not null,
  primary key (organization_id, product_id, custom_field_id),
  foreign key (organization_id, product_id) references product (organization_id, id)
    on delete cascade,
  foreign key (organization_id, custom_field_id) references custom_field (organization_id, id)
    on delete cascade
);
comment on column product_custom_field.product_id is '@id product';
comment on column product_custom_field.custom_field_id is '@id customField';

create index product_custom_field_by_field on product_custom_field (organization_id, custom_field_id);
