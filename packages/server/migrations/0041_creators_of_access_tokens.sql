-- When members leave, the others are told which access tokens they leave behind. Of the tokens so far
-- the events tell who created them, as long as events are kept.
alter table organization_access_token add column created_by uuid;
comment on column organization_access_token.created_by is
  'A user, who may have been deleted; null if it is not known. @id user';
update organization_access_token t set created_by = (e.payload ->> 'actor_user_id')::uuid
  from event_log e
 where e.organization_id = t.organization_id and e.object_id = t.id::text
   and e.name = 'organization_access_token.created';
create index organization_access_token_by_creator
  on organization_access_token (organization_id, created_by);
