-- When the members are next mailed that an access token is about to expire; null if they aren't any more.
alter table organization_access_token add column expiry_notice_due_at timestamptz;
comment on column organization_access_token.expiry_notice_due_at is
  'When the members are mailed next that it expires soon; null if that is over.';

update organization_access_token
   set expiry_notice_due_at = case
         when expires_at - interval '7 days' > now() then expires_at - interval '7 days'
         when expires_at - interval '1 day' > now() then expires_at - interval '1 day'
       end
 where expires_at > now();

create index organization_access_token_by_expiry_notice
  on organization_access_token (expiry_notice_due_at) where expiry_notice_due_at is not null;
