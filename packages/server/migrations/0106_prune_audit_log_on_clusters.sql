-- Citus plans no deletion of what an earlier part of the same statement has found.
create or replace function guildhall_prune_audit_log(organization uuid, deleted_max integer)
  returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  kept integer;
  expired uuid[];
begin
  select s.kept_months into kept from audit_log_setting s where s.organization_id = organization;
  expired := array(
    select e.id
      from audit_log_entry e
     where e.organization_id = organization
       and e.occurred_at < now() - make_interval(months => coalesce(kept, 24))
     order by e.occurred_at, e.id
     limit deleted_max);
  delete from audit_log_entry e where e.organization_id = organization and e.id = any (expired);
  return coalesce(cardinality(expired), 0);
end
$$;
