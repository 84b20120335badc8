-- What every later migration stands on: domains that become brands in TypeScript, the guard of
-- append-only tables, the keeping of partitions, and the grants of the server's own role.

create domain minor_units as bigint;
comment on domain minor_units is 'Whole minor units of a currency. @brand MinorUnits';

create domain currency as text check (value ~ '^[a-z]{3}$');
comment on domain currency is 'ISO 4217 in lower case. @brand Currency';

-- Rows of an append-only table are facts. The grants refuse changes to the server's role; the
-- trigger refuses them to everybody else, and a row trigger is inherited by partitions.
create function guildhall_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % is refused', tg_table_name, tg_op
    using errcode = 'insufficient_privilege';
end $$;

create function guildhall_append_only(target regclass) returns void language plpgsql as $$
begin
  execute format(
    'create trigger append_only before update or delete on %s
       for each row execute function guildhall_refuse_change()', target);
  execute format(
    'create trigger append_only_truncate before truncate on %s
       for each statement execute function guildhall_refuse_change()', target);
end $$;

-- Tables partitioned by week. The plan belongs to the owner, so that the server's role can have
-- partitions made and expired ones dropped, but can't decide what is expired.
create table partition_plan (
  parent regclass primary key,
  keep interval not null check (keep > interval '14 days')
);
comment on table partition_plan is 'Which tables are partitioned by week, and how long a week is kept.';

create function guildhall_partition_by_week(parent regclass, keep interval)
  returns void language sql as $$
    insert into partition_plan (parent, keep) values (parent, keep)
  $$;

create function guildhall_make_partition(parent regclass, week date) returns void
  language plpgsql as $$
declare
  child text := format('%s_%s', parent, to_char(week, 'YYYYMMDD'));
begin
  if to_regclass(child) is not null then
    return;
  end if;
  execute format('create table %I (like %s including all)', child, parent);
  -- ATTACH locks the parent so weakly that writers don't notice, unlike CREATE … PARTITION OF.
  execute format('alter table %s attach partition %I for values from (%L) to (%L)',
    parent, child, week::timestamp at time zone 'UTC', (week + 7)::timestamp at time zone 'UTC');
  if exists (select from pg_trigger where tgrelid = parent and tgname = 'append_only_truncate') then
    execute format(
      'create trigger append_only_truncate before truncate on %I
         for each statement execute function guildhall_refuse_change()', child);
  end if;
end $$;

-- Makes this week's and the next weeks' partitions of every planned table.
create function guildhall_prepare_partitions() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  this_week date := date_trunc('week', now() at time zone 'UTC')::date;
  plan partition_plan;
begin
  perform pg_advisory_xact_lock(hashtext('guildhall.partitions'));
  for plan in select * from partition_plan order by parent loop
    for ahead in 0..2 loop
      perform guildhall_make_partition(plan.parent, this_week + 7 * ahead);
    end loop;
  end loop;
end $$;

-- Drops partitions that ended longer ago than their table keeps them. Waits only briefly for the
-- lock, because writers queue behind it: false says "not now, ask again".
create function guildhall_drop_expired_partitions() returns boolean
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '100ms'
as $$
declare
  expired regclass;
begin
  for expired in
    select i.inhrelid::regclass
      from partition_plan p
      join pg_inherits i on i.inhparent = p.parent
     where to_date(right(i.inhrelid::regclass::text, 8), 'YYYYMMDD') + 7
           < (now() at time zone 'UTC') - p.keep
     order by 1
  loop
    execute format('drop table %s', expired);
  end loop;
  return true;
exception when lock_not_available then
  return false;
end $$;

-- What the server's role may do follows from the catalog: everything with rows, but only reading
-- and adding where a table is append-only, and nothing with the owner's own tables. Partitions
-- get nothing: they are reached through their parent.
create function guildhall_grant(app name) returns void language plpgsql as $$
declare
  target record;
begin
  execute format('grant usage on schema public to %I', app);
  execute format('revoke all on all tables in schema public from %I', app);
  for target in
    select c.oid::regclass as name,
           c.relkind in ('v', 'm') or c.relname in ('partition_plan', 'schema_migration') as read_only,
           exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'append_only')
             as append_only
      from pg_class c
     where c.relnamespace = 'public'::regnamespace
       and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
       and pg_get_userbyid(c.relowner) = current_user
  loop
    execute format('grant %s on %s to %I',
      case when target.read_only then 'select'
           when target.append_only then 'select, insert'
           else 'select, insert, update, delete' end,
      target.name, app);
  end loop;
  for target in
    select p.oid::regprocedure as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prosecdef
       and pg_get_userbyid(p.proowner) = current_user
  loop
    execute format('revoke all on function %s from public', target.name);
    execute format('grant execute on function %s to %I', target.name, app);
  end loop;
end $$;
