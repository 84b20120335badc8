-- What is personal of a deleted customer is erased on request, once nothing needs it any more.
alter table customer
  add column erasure_requested_at timestamptz,
  add column erased_at timestamptz,
  add constraint customer_erasure_of_deleted
    check (erasure_requested_at is null or deleted_at is not null),
  add constraint customer_erasure_on_request
    check (erased_at is null or erasure_requested_at is not null);
comment on column customer.erased_at is 'When what is personal was erased; events follow soon after.';
create index customer_to_erase on customer (organization_id, id)
  where erasure_requested_at is not null and erased_at is null;

-- Events may be millions, so that they are erased after the customer, in parts.
create table usage_erasure (
  organization_id uuid not null references organization on delete cascade,
  customer_id uuid not null,
  primary key (organization_id, customer_id)
);
comment on table usage_erasure is 'Customers whose events are being erased.';
comment on column usage_erasure.customer_id is '@id customer';

alter table payment_method
  drop constraint payment_method_check3,
  add constraint payment_method_card_is_shown
    check (type <> 'card' or brand is not null or deleted_at is not null);
