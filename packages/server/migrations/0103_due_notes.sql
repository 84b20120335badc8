-- Where work waits, and when somebody should look for it there. A transaction that makes work adds a
-- row, and only rows that were looked at are deleted, so no transaction waits for another one. On a
-- cluster this table is on the coordinator, and replaces questions to every node.
create table due_note (
  kind text not null check (length(kind) between 1 and 100),
  organization_id uuid not null,
  id bigint generated always as identity,
  due_at timestamptz not null,
  primary key (kind, organization_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

comment on column due_note.organization_id is '@id organization';
comment on column due_note.due_at is
  'In real time; 1970 where somebody should look at once. While somebody looks, when others may.';

create index due_note_by_time on due_note (kind, due_at);

-- Open checkouts are looked for in one organization.
create index checkout_open_by_end on checkout (organization_id, expires_at)
  where status in ('open', 'confirmed');
drop index checkout_by_end;
