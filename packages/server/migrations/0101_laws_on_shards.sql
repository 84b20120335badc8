-- In a cluster, what a trigger of a shard asks of the table itself would be a distributed query
-- within one of a shard, which is refused. So it asks the shards beside its own.
create function guildhall_shard_beside(shard regclass, target regclass) returns regclass
  language plpgsql stable set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
begin
  return (select shard_name(target, beside.shardid)
            from pg_dist_shard own
            join pg_dist_shard beside on beside.logicalrelid = target
             and beside.shardminvalue = own.shardminvalue
           where own.shardid = substring(shard::text from '_(\d+)$')::bigint);
end $$;

create or replace function guildhall_check_has_lines() returns trigger language plpgsql
  set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
declare
  has_lines boolean;
begin
  if tg_table_name = 'journal_entry' then
    has_lines := exists (select from entry_line l
                          where l.organization_id = new.organization_id and l.entry_id = new.id);
  else
    execute format('select exists (select from %s where organization_id = $1 and entry_id = $2)',
                   guildhall_shard_beside(tg_relid, 'entry_line'))
      into has_lines using new.organization_id, new.id;
  end if;
  if not has_lines then
    raise exception 'journal entry % has no lines', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace function guildhall_check_entry() returns trigger language plpgsql
  set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
declare
  -- Null if the entry is of another transaction.
  balances boolean;
begin
  if tg_table_name = 'entry_line' then
    balances := (select not exists (select from entry_line l
                                     where l.organization_id = e.organization_id
                                       and l.entry_id = e.id
                                     group by l.currency having sum(l.debit) <> sum(l.credit))
                   from journal_entry e
                  where e.organization_id = new.organization_id and e.id = new.entry_id
                    and e.transaction_id = pg_current_xact_id()::text::bigint
                    and e.written_at = transaction_timestamp());
  else
    execute format(
      'select not exists (select from %s l
                           where l.organization_id = e.organization_id and l.entry_id = e.id
                           group by l.currency having sum(l.debit) <> sum(l.credit))
         from %s e
        where e.organization_id = $1 and e.id = $2
          and e.transaction_id = pg_current_xact_id()::text::bigint
          and e.written_at = transaction_timestamp()',
      tg_relid::regclass, guildhall_shard_beside(tg_relid, 'journal_entry'))
      into balances using new.organization_id, new.entry_id;
  end if;
  if balances then
    return null;
  elsif not balances then
    raise exception 'journal entry % does not balance', new.entry_id
      using errcode = 'check_violation';
  end if;
  raise exception 'lines of journal entry % can only be added in its own transaction', new.entry_id
    using errcode = 'insufficient_privilege';
end $$;
