-- Who changed what of an organization. An entry is written in the transaction of the change; nobody
-- changes one, and the functions below alone delete them.
create table audit_log_entry (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  occurred_at timestamptz not null,
  action text not null check (length(action) between 1 and 100),
  actor_type text not null
    check (actor_type in ('user', 'access_token', 'operator', 'server_key')),
  actor_id uuid,
  token_name text check (length(token_name) <= 1000),
  token_ending text check (length(token_ending) <= 10),
  impersonated_user_id uuid,
  object_type text not null check (length(object_type) between 1 and 100),
  object_id text check (length(object_id) between 1 and 300),
  customer_id uuid,
  ip_address text check (length(ip_address) <= 100),
  user_agent text check (length(user_agent) <= 500),
  request_id text check (length(request_id) <= 128),
  primary key (organization_id, id),
  check ((actor_type = 'server_key') = (actor_id is null)),
  check ((token_ending is not null) = (actor_type = 'access_token')),
  check ((impersonated_user_id is not null) = (actor_type = 'operator'))
);
comment on table audit_log_entry is 'Who changed what of an organization, and from where.';
comment on column audit_log_entry.id is '@id auditLogEntry';
comment on column audit_log_entry.occurred_at is 'In real time.';
comment on column audit_log_entry.action is 'The name of the operation.';
comment on column audit_log_entry.token_name is 'As it was then: tokens are renamed and revoked.';
comment on column audit_log_entry.impersonated_user_id is '@id user';
comment on column audit_log_entry.customer_id is 'Whose data the change may contain. @id customer';

create index audit_log_entry_by_age on audit_log_entry (organization_id, occurred_at, id);
create index audit_log_entry_by_object
  on audit_log_entry (organization_id, object_id, occurred_at, id);
create index audit_log_entry_by_actor
  on audit_log_entry (organization_id, actor_id, occurred_at, id);
create index audit_log_entry_by_customer on audit_log_entry (organization_id, customer_id)
  where customer_id is not null;

-- Apart from the entry, because an erased customer's values go and the entry stays.
create table audit_log_change (
  organization_id uuid not null,
  entry_id uuid not null,
  changes jsonb not null check (jsonb_typeof(changes) = 'array'),
  primary key (organization_id, entry_id),
  foreign key (organization_id, entry_id) references audit_log_entry on delete cascade
);
comment on table audit_log_change is 'The values that an entry of the audit log changed.';
comment on column audit_log_change.entry_id is '@id auditLogEntry';

create table audit_log_setting (
  organization_id uuid primary key references organization on delete cascade,
  kept_months integer not null check (kept_months between 1 and 120)
);
comment on table audit_log_setting is 'For how long entries are kept, where that is not 24 months.';

-- By the name of the trigger the server's role gets the right to read and to add, and none to delete.
create trigger append_only before update on audit_log_entry
  for each row execute function guildhall_refuse_change();
create trigger append_only_truncate before truncate on audit_log_entry
  for each statement execute function guildhall_refuse_change();
create trigger append_only before update on audit_log_change
  for each row execute function guildhall_refuse_change();
create trigger append_only_truncate before truncate on audit_log_change
  for each statement execute function guildhall_refuse_change();

-- Deletes some entries that are older than the organization keeps them; answers how many.
create function guildhall_prune_audit_log(organization uuid, deleted_max integer) returns integer
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with expired as (
    select e.organization_id, e.id
      from audit_log_entry e
     where e.organization_id = organization
       and e.occurred_at < now() - make_interval(months => coalesce(
             (select s.kept_months from audit_log_setting s
               where s.organization_id = organization), 24))
     order by e.occurred_at, e.id
     limit deleted_max),
  deleted as (
    delete from audit_log_entry e using expired x
     where e.organization_id = x.organization_id and e.id = x.id
    returning 1)
  select count(*)::integer from deleted
$$;

-- Deletes the values of entries about a customer who is to be forgotten.
create function guildhall_erase_audit_log(organization uuid, erased uuid) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from audit_log_change c using audit_log_entry e, customer k
   where e.organization_id = organization and e.customer_id = erased
     and k.organization_id = organization and k.id = erased and k.erasure_requested_at is not null
     and c.organization_id = e.organization_id and c.entry_id = e.id
$$;
