-- Who may buy a product on their own, and what customers may change their plan to. Products so far are
-- public: anyone who knew one could buy it, and the portal listed them all.
alter table product add column visibility text not null default 'public'
  constraint product_visibility_check check (visibility in ('public', 'unlisted', 'private'));
comment on column product.visibility is
  'Where buyers find it: in every list, only through a link or checkout of the seller, or nowhere.';

create table portal_plan (
  organization_id uuid not null references organization on delete cascade,
  product_id uuid not null,
  position integer not null check (position >= 0),
  primary key (organization_id, product_id),
  constraint portal_plan_position unique (organization_id, position),
  foreign key (organization_id, product_id) references product (organization_id, id)
);
comment on table portal_plan is
  'What customers may change their plan to, in this order. Without rows: all public products.';
comment on column portal_plan.product_id is '@id product';
