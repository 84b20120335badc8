-- For each organization with more than its creator: who is invited, and who has joined.
create view colleague as
  select organization_id from invitation where status in ('pending', 'accepted')
  union all
  select m.organization_id
    from member m
   where exists (select from member o
                  where o.organization_id = m.organization_id and o.id <> m.id);
