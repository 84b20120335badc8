-- Where an organization collects tax. One that is deleted stays as a row that nobody finds, because
-- its number is printed on the invoices of its time.
create table tax_registration (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  state text check (state ~ '^[A-Z]{2}$'),
  scheme text not null check (scheme in ('domestic', 'small_seller', 'oss')),
  tax_number text check (length(tax_number) between 1 and 64),
  collects_since timestamptz not null,
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  deleted_at timestamptz,
  primary key (organization_id, id)
);
comment on column tax_registration.id is '@id taxRegistration';
comment on column tax_registration.state is 'Null where the registration is the whole country''s.';
comment on column tax_registration.scheme is
  'Whether it counts there alone, or in the whole European Union and at whose rates.';
comment on column tax_registration.collects_since is 'By the organization''s clock.';
comment on column tax_registration.version is
  'Counts the changes, for the events about this registration.';

create unique index tax_registration_place
  on tax_registration (organization_id, country, coalesce(state, ''))
  where deleted_at is null;
-- What holds in the whole Union holds there once.
create unique index tax_registration_union on tax_registration (organization_id)
  where deleted_at is null and scheme <> 'domestic';

-- What the tax engine elsewhere is told: of a sale when it is paid, of a refund when it succeeded.
create table tax_transaction (
  organization_id uuid not null references organization on delete cascade,
  source_id uuid not null,
  calculation_id text check (length(calculation_id) between 1 and 255),
  processor_id text check (length(processor_id) between 1 and 255),
  created_at timestamptz not null,
  primary key (organization_id, source_id),
  check (calculation_id is not null or processor_id is not null)
);
comment on column tax_transaction.source_id is 'The order, or the refund.';
comment on column tax_transaction.calculation_id is 'Of a sale: by which its tax was calculated.';
comment on column tax_transaction.processor_id is 'What it is called there; null until it is told.';
