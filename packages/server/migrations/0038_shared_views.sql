-- What other domains read of a domain's tables. The views take no locks and do no work of their own,
-- so that the planner sees through them to the indexes.
create view person_session as select id, user_id from session;
comment on column person_session.id is '@id session';
comment on column person_session.user_id is '@id user';

create view organization_profile as
  select id, slug, name, email, allow_multiple_subscriptions from organization;
comment on column organization_profile.id is '@id organization';

create view secret_owner as select hash, organization_id from secret_directory;

create view customer_contact as
  select organization_id, id, name, email, deleted_at from customer;
comment on column customer_contact.id is '@id customer';

create view meter_label as select organization_id, id, name from meter;
comment on column meter_label.id is '@id meter';

create view product_summary as
  select organization_id, id, name, recurring_interval, is_archived from product;
comment on column product_summary.id is '@id product';

create view discount_label as select organization_id, id, name from discount;
comment on column discount_label.id is '@id discount';

create view seller_tax_number as
  select organization_id, tax_number from tax_registration where deleted_at is null;

create view payment_outcome as select organization_id, id, status from payment;
comment on column payment_outcome.id is '@id payment';

create view method_set_up_outcome as select organization_id, id, status from method_set_up;
comment on column method_set_up_outcome.id is '@id methodSetUp';

create view placed_order as
  select organization_id, id, checkout_id, subscription_id, created_at from orders;
comment on column placed_order.id is '@id order';

create view subscription_price_kind as
  select organization_id, subscription_id, kind from subscription_price;
