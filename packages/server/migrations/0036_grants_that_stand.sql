-- What is granted already isn't granted again: a start would otherwise write every table's row of the
-- catalog anew, and make all connections of the processes beside it forget their plans.
create or replace function guildhall_grant(app name) returns void language plpgsql as $$
declare
  role oid := to_regrole(quote_ident(app));
  target record;
begin
  if not has_schema_privilege(app, 'public', 'usage') then
    execute format('grant usage on schema public to %I', app);
  end if;
  for target in
    select found.name, found.wanted
      from (
        select c.oid::regclass as name,
               case
                 when c.relispartition then '{}'
                 when c.relkind in ('v', 'm') or c.relname in ('partition_plan', 'schema_migration')
                   then '{SELECT}'
                 when exists (select from pg_trigger t
                               where t.tgrelid = c.oid and t.tgname = 'append_only')
                   then '{INSERT,SELECT}'
                 else '{DELETE,INSERT,SELECT,UPDATE}'
               end::text[] as wanted,
               array(select held.privilege_type from aclexplode(c.relacl) held
                      where held.grantee = role
                      order by held.privilege_type collate "C") as granted
          from pg_class c
         where c.relnamespace = 'public'::regnamespace
           and c.relkind in ('r', 'p', 'v', 'm')
           and pg_get_userbyid(c.relowner) = current_user
      ) found
     where found.granted <> found.wanted
  loop
    execute format('revoke all on %s from %I', target.name, app);
    if target.wanted <> '{}' then
      execute format('grant %s on %s to %I', array_to_string(target.wanted, ', '), target.name, app);
    end if;
  end loop;
  for target in
    select p.oid::regprocedure as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prosecdef
       and pg_get_userbyid(p.proowner) = current_user
       and array(select distinct held.grantee
                   from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) held
                  where held.grantee in (0, role)) <> array[role]
  loop
    execute format('revoke all on function %s from public', target.name);
    execute format('grant execute on function %s to %I', target.name, app);
  end loop;
end $$;
