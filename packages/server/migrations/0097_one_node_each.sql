-- In a cluster, the tables of an organization are on one node, and the directory of secrets on
-- another. The server deletes what a secret belongs to together with the secret.
alter table organization_access_token
  drop constraint if exists organization_access_token_organization_id_secret_hash_fkey;
alter table customer_session drop constraint if exists customer_session_organization_id_secret_hash_fkey;
alter table checkout drop constraint if exists checkout_organization_id_secret_hash_fkey;
alter table checkout_link drop constraint if exists checkout_link_organization_id_secret_hash_fkey;

-- The same views, without subqueries that have no table and depend on the time: a cluster can’t
-- tell where to run those.
create or replace view customer_credit as
  select a.organization_id, a.customer_id, a.meter_id, a.modified_at,
         u.lasting + lots.remaining - u.rising - u.overage + u.falling as credited_units,
         lots.remaining - u.rising - u.overage + u.falling + u.ahead as balance
    from credit_account a
    left join frozen_clock f on f.organization_id = a.organization_id
   cross join lateral (
     select coalesce(sum(greatest(p.used - p.burned, 0)), 0) as rising,
            coalesce(sum(p.overage), 0) as overage,
            coalesce(sum(p.used) filter (where p.lasts), 0) as lasting,
            coalesce(sum(greatest(-p.consumed_units, 0)) filter (where p.lasts), 0) as ahead,
            coalesce(sum(case when p.used < p.burned then
              least(p.burned - p.used, p.overage + (
                select coalesce(sum(s.units + s.covered), 0)
                  from credit_lot_burn s
                  join credit_lot l on l.organization_id = s.organization_id and l.id = s.lot_id
                 where s.organization_id = a.organization_id
                   and s.customer_id = a.customer_id and s.meter_id = a.meter_id
                   and s.subscription_id = p.subscription_id and s.starts_at = p.starts_at
                   and l.closed_by is null
                   and (l.expires_at is null
                        or l.expires_at > coalesce(f.frozen_at, statement_timestamp())))) end),
              0) as falling
       from (select subscription_id, starts_at, m.consumed_units,
                    greatest(coalesce(m.consumed_units, 0), 0) as used,
                    coalesce(b.burned, 0) as burned, coalesce(b.overage, 0) as overage,
                    coalesce(m.ends_at > coalesce(f.frozen_at, statement_timestamp()), false)
                      as lasts
               from (select subscription_id, starts_at, ends_at, consumed_units
                       from metered_usage
                      where organization_id = a.organization_id
                        and customer_id = a.customer_id and meter_id = a.meter_id) m
               full join (select subscription_id, starts_at, burned, overage
                            from credit_burn
                           where organization_id = a.organization_id
                             and customer_id = a.customer_id and meter_id = a.meter_id) b
                 using (subscription_id, starts_at)) p) u
   cross join lateral (
     select coalesce(sum(case
              when l.expires_at <= coalesce(f.frozen_at, statement_timestamp())
                then least(l.remaining, greatest(u.rising - l.before, 0))
              else l.remaining end), 0) as remaining
       from (select remaining, expires_at,
                    coalesce(sum(remaining) over (
                      order by priority, expires_at, rolls_over, created_at, id
                      rows between unbounded preceding and 1 preceding), 0) as before
               from credit_lot
              where organization_id = a.organization_id and customer_id = a.customer_id
                and meter_id = a.meter_id and closed_by is null) l) lots;

create or replace view customer_meter_quantity as
  select q.organization_id, q.id, q.customer_id, q.meter_id, q.created_at, q.meter_name,
         q.aggregation_func, greatest(q.changed_at, c.modified_at) as modified_at, q.event_count,
         q.sum, q.max, q.min, coalesce(c.credited_units, 0) as credited_units,
         coalesce(c.balance, -metered_value(q.aggregation_func, q.event_count, q.sum, q.max, q.min))
           as balance
    from (
      select m.organization_id, m.id, m.customer_id, m.meter_id, m.created_at,
             l.name as meter_name, l.aggregation_func,
             coalesce(p.modified_at, m.created_at) as changed_at,
             coalesce(p.event_count, 0) as event_count,
             case when l.aggregation_func = 'unique' and p.used > 1 then v.values
                  else coalesce(p.sum, 0) end as sum,
             p.max, p.min
        from customer_meter m
        join meter_label l on l.organization_id = m.organization_id and l.id = m.meter_id
        left join frozen_clock f on f.organization_id = m.organization_id
       cross join lateral (
         select max(modified_at) as modified_at, sum(event_count)::bigint as event_count,
                sum(sum) as sum, max(max) as max, min(min) as min,
                count(*) filter (where event_count > 0) as used
           from usage_period p
          where p.organization_id = m.organization_id and p.customer_id = m.customer_id
            and p.meter_id = m.meter_id and p.entity = ''
            and p.ends_at > coalesce(f.frozen_at, statement_timestamp())) p
       cross join lateral (
         select count(distinct v.value_hash)::numeric as values
           from usage_value v
           join usage_period o using
             (organization_id, customer_id, meter_id, subscription_id, entity, starts_at)
          where l.aggregation_func = 'unique' and p.used > 1
            and v.organization_id = m.organization_id and v.customer_id = m.customer_id
            and v.meter_id = m.meter_id and v.entity = '' and v.event_count > 0
            and o.ends_at > coalesce(f.frozen_at, statement_timestamp())) v) q
    left join customer_credit c on c.organization_id = q.organization_id
     and c.customer_id = q.customer_id and c.meter_id = q.meter_id;

-- In a cluster, triggers see the names of shards, so which table they belong to is not read from
-- its name.
create function guildhall_check_has_lines() returns trigger language plpgsql
  set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
begin
  if not exists (select from entry_line l
                  where l.organization_id = new.organization_id and l.entry_id = new.id) then
    raise exception 'journal entry % has no lines', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
drop trigger has_lines on journal_entry;
create constraint trigger has_lines after insert on journal_entry
  deferrable initially deferred for each row execute function guildhall_check_has_lines();

create or replace function guildhall_check_entry() returns trigger language plpgsql
  set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
begin
  -- One query where the entry is sound; a second one only to word the refusal.
  if exists (select from journal_entry e
              where e.organization_id = new.organization_id and e.id = new.entry_id
                and e.transaction_id = pg_current_xact_id()::text::bigint
                and e.written_at = transaction_timestamp()
                and not exists (select from entry_line l
                                 where l.organization_id = e.organization_id
                                   and l.entry_id = e.id
                                 group by l.currency having sum(l.debit) <> sum(l.credit))) then
    return null;
  end if;
  if exists (select from journal_entry e
              where e.organization_id = new.organization_id and e.id = new.entry_id
                and e.transaction_id = pg_current_xact_id()::text::bigint
                and e.written_at = transaction_timestamp()) then
    raise exception 'journal entry % does not balance', new.entry_id
      using errcode = 'check_violation';
  end if;
  raise exception 'lines of journal entry % can only be added in its own transaction', new.entry_id
    using errcode = 'insufficient_privilege';
end $$;
