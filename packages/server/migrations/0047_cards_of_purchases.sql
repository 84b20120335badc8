-- A buyer who only typed the address of a customer pays with a card that serves the purchase alone,
-- and the customer's own cards pay for it only once the customer has accepted it.
alter table payment_method add column checkout_id uuid,
  add foreign key (organization_id, checkout_id) references checkout (organization_id, id),
  add constraint payment_method_default_is_own check (checkout_id is null or not is_default);
comment on column payment_method.checkout_id is
  'The purchase that it serves alone; null if it is one of the customer''s own. @id checkout';
create index payment_method_of_purchase on payment_method (organization_id, checkout_id)
  where checkout_id is not null;

alter table payment add column for_purchase_only boolean not null default false,
  add check (not for_purchase_only or checkout_id is not null);
comment on column payment.for_purchase_only is
  'Whether a stored card serves the purchase alone, because the buyer only typed the address.';

alter table method_set_up add column for_purchase_only boolean not null default false,
  add check (not for_purchase_only or checkout_id is not null);
comment on column method_set_up.for_purchase_only is
  'Whether the card serves the purchase alone, because the buyer only typed the address.';

alter table subscription add column accepted_at timestamptz;
comment on column subscription.accepted_at is
  'When the proved customer started or accepted it; until then it is charged to its own card alone.';

-- Cards so far: one that a typed address has stored, and that only its own subscription is charged
-- to, serves that one alone. Whatever else is charged to a card continues.
with typed as (
  select organization_id, id from checkout
   where customer_id is not null and (not is_customer_given or customer_id = created_customer_id)),
entered as (
  select organization_id, payment_method_id, checkout_id from payment
   where payment_method_id is not null and stores_method
  union all
  select organization_id, payment_method_id, checkout_id from method_set_up
   where payment_method_id is not null)
update payment_method m set checkout_id = s.checkout_id, is_default = false
  from subscription s
  join typed t on t.organization_id = s.organization_id and t.id = s.checkout_id
  join entered e on e.organization_id = s.organization_id and e.checkout_id = s.checkout_id
 where m.organization_id = s.organization_id and m.id = s.payment_method_id
   and e.payment_method_id = m.id and m.deleted_at is null and s.ended_at is null
   and not exists (
     select from subscription o
      where o.organization_id = s.organization_id and o.customer_id = s.customer_id
        and o.id <> s.id and o.ended_at is null
        and (o.payment_method_id = m.id or o.payment_method_id is null));

update subscription s set accepted_at = s.created_at
 where not exists (
   select from payment_method m
    where m.organization_id = s.organization_id and m.id = s.payment_method_id
      and m.checkout_id = s.checkout_id);

alter table subscription
  add constraint subscription_accepted check (accepted_at is not null or checkout_id is not null);

update payment p set for_purchase_only = true
  from checkout c
 where c.organization_id = p.organization_id and c.id = p.checkout_id
   and p.status = 'pending' and p.stores_method
   and (not c.is_customer_given or c.customer_id = c.created_customer_id);
update method_set_up u set for_purchase_only = true
  from checkout c
 where c.organization_id = u.organization_id and c.id = u.checkout_id and u.status = 'pending'
   and (not c.is_customer_given or c.customer_id = c.created_customer_id);
