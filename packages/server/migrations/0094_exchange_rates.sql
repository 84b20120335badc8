-- Metrics of all currencies together are shown in one of them, at rates that the seller enters.
alter table organization add column reporting_currency currency;
comment on column organization.reporting_currency is
  'In which metrics of all currencies are shown together; null to show each apart.';

-- A rate holds from its day until the next one. It is kept for the reporting currency that it was
-- entered for, also while another one is set.
create table exchange_rate (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  reporting_currency currency not null,
  currency currency not null,
  day date not null,
  rate numeric(20, 12) not null check (rate > 0),
  actor_type actor_type not null,
  actor_id uuid not null,
  entered_at timestamptz not null,
  version integer not null,
  primary key (organization_id, id),
  constraint exchange_rate_of_day unique (organization_id, reporting_currency, currency, day),
  check (currency <> reporting_currency)
);
comment on table exchange_rate is 'What a currency was worth on a day, as the seller entered it.';
comment on column exchange_rate.id is '@id exchangeRate';
comment on column exchange_rate.organization_id is '@id organization';
comment on column exchange_rate.day is 'A date: when it begins depends on the time zone in which metrics are read.';
comment on column exchange_rate.rate is 'How much of the reporting currency one of the currency is worth.';
comment on column exchange_rate.actor_id is 'Who entered or changed it last.';
