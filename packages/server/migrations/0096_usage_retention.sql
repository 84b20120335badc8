-- Events may be removed once nothing needs them. What meters counted of them stays in periods, also
-- when the events that are left are counted anew.
create table usage_retention (
  organization_id uuid primary key,
  complete_from timestamptz not null
);
comment on table usage_retention is
  'Since when all events of an organization are kept; without a row, all events are.';
comment on column usage_retention.organization_id is '@id organization';
comment on column usage_retention.complete_from is 'After the timestamp of each event that was removed.';

alter table usage_period
  add column removed_count bigint not null default 0,
  add column removed_sum numeric not null default 0,
  add column removed_max numeric,
  add column removed_min numeric;
comment on column usage_period.removed_count is 'What removed events had counted, as in event_count.';
comment on column usage_period.removed_sum is 'As in sum.';
comment on column usage_period.removed_max is 'As in max.';
comment on column usage_period.removed_min is 'As in min.';

alter table usage_value add column removed_count bigint not null default 0;
comment on column usage_value.removed_count is 'How many of the events that have it were removed.';

-- Drops the partition of a past month once it is empty. False if it isn't, or is in use.
create function guildhall_drop_empty_usage_month(first date) returns boolean
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '100ms'
as $$
declare
  child regclass := to_regclass('usage_event_' || to_char(first, 'YYYYMMDD'));
  is_empty boolean;
begin
  if child is null or first >= date_trunc('month', now() at time zone 'UTC') then
    return false;
  end if;
  execute format('lock table usage_event, %s in access exclusive mode', child);
  execute format('select not exists (select from %s)', child) into is_empty;
  if is_empty then
    execute format('drop table %s', child);
  end if;
  return is_empty;
exception when lock_not_available then
  return false;
end $$;
