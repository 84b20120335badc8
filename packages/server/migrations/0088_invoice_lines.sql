-- What invoices print of a line, and the logo at their head.
alter table order_item
  add column quantity integer not null default 1 check (quantity >= 1);
comment on column order_item.quantity is
  'How many times its price is charged; 1 where the item was placed before this was recorded.';

create or replace view organization_profile as
  select id, slug, name, email, allow_multiple_subscriptions, avatar_url from organization;
