-- What customers hold. A grant is for one benefit from one source: a subscription, or an order.
create domain grant_status as text check (value in ('granted', 'revoked'));

create table benefit_grant (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  benefit_id uuid not null,
  subscription_id uuid,
  order_id uuid,
  status grant_status not null,
  granted_at timestamptz,
  revoked_at timestamptz,
  error_type text check (length(error_type) between 1 and 100),
  error_message text check (length(error_message) between 1 and 1000),
  error_at timestamptz,
  properties jsonb not null default '{}',
  previous_properties jsonb,
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customer (organization_id, id),
  foreign key (organization_id, benefit_id) references benefit (organization_id, id),
  foreign key (organization_id, subscription_id) references subscription (organization_id, id),
  foreign key (organization_id, order_id) references orders (organization_id, id),
  constraint benefit_grant_source check (num_nonnulls(subscription_id, order_id) = 1),
  constraint benefit_grant_granted check (status <> 'granted' or granted_at is not null),
  constraint benefit_grant_revoked check ((status = 'revoked') = (revoked_at is not null)),
  constraint benefit_grant_error
    check (num_nonnulls(error_type, error_message, error_at) in (0, 3))
);
comment on table benefit_grant is 'One benefit that a customer holds, or held, from one source.';
comment on column benefit_grant.id is '@id benefitGrant';
comment on column benefit_grant.customer_id is '@id customer';
comment on column benefit_grant.benefit_id is '@id benefit';
comment on column benefit_grant.subscription_id is '@id subscription';
comment on column benefit_grant.order_id is '@id order';
comment on column benefit_grant.properties is 'What the type of benefit gave to this customer.';
comment on column benefit_grant.previous_properties is 'Before the last change.';
comment on column benefit_grant.version is 'Counts the changes; events about this grant carry it.';

create unique index benefit_grant_of_subscription
  on benefit_grant (organization_id, subscription_id, benefit_id) where subscription_id is not null;
create unique index benefit_grant_of_order
  on benefit_grant (organization_id, order_id, benefit_id) where order_id is not null;
create index benefit_grant_by_benefit on benefit_grant (organization_id, benefit_id, created_at, id);
create index benefit_grant_by_customer on benefit_grant (organization_id, customer_id, created_at, id);
create index benefit_grant_held on benefit_grant (organization_id, customer_id)
  where status = 'granted';

create view entitling_subscription as
  select organization_id, id, customer_id, product_id,
         revoked_at is null and ended_at is null
           and status in ('trialing', 'active', 'past_due') as is_entitled
    from subscription;
comment on column entitling_subscription.id is '@id subscription';
comment on column entitling_subscription.customer_id is '@id customer';
comment on column entitling_subscription.product_id is '@id product';

-- A one-time purchase gives its benefits as long as it is paid. They are taken when a refund says so,
-- and by a lost dispute, unless the seller keeps what is disputed as it is.
create view entitling_order as
  select o.organization_id, o.id, o.customer_id, o.product_id,
         o.status in ('paid', 'refunded', 'partially_refunded')
           and not exists (
             select from refund r
              where r.organization_id = o.organization_id and r.order_id = o.id
                and r.revoke_benefits and r.status = 'succeeded')
           and not exists (
             select from dispute d
               join organization g on g.id = d.organization_id and g.dispute_behavior <> 'keep'
              where d.organization_id = o.organization_id and d.order_id = o.id
                and d.status = 'lost') as is_entitled
    from orders o
   where o.billing_reason = 'purchase' and o.subscription_id is null;
comment on column entitling_order.id is '@id order';
comment on column entitling_order.customer_id is '@id customer';
comment on column entitling_order.product_id is '@id product';

create view benefit_of_product as
  select l.organization_id, l.product_id, l.benefit_id, l.position, b.type
    from product_benefit l
    join benefit b on b.organization_id = l.organization_id and b.id = l.benefit_id
   where b.deleted_at is null;
comment on column benefit_of_product.product_id is '@id product';
comment on column benefit_of_product.benefit_id is '@id benefit';

create view benefit_kind as select organization_id, id, type, metadata from benefit;
comment on column benefit_kind.id is '@id benefit';
