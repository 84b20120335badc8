-- Usage is billed before its period is over once so much of it has no order yet.
alter table product add column billing_threshold_amount minor_units
  check (billing_threshold_amount > 0);
comment on column product.billing_threshold_amount is
  'Usage of a subscription is billed at once when it costs so much; null to bill at the end of periods only.';

create view product_billing_threshold as
  select organization_id, id as product_id, billing_threshold_amount from product
   where billing_threshold_amount is not null;
comment on column product_billing_threshold.organization_id is '@id organization';
comment on column product_billing_threshold.product_id is '@id product';

alter table settled_usage add column is_open boolean not null default false;
alter table settled_usage alter column is_open drop default;
comment on column settled_usage.is_open is
  'The period went on when it was billed: the rest of it is billed later.';
alter table usage_settlement add column is_open boolean not null default false;
alter table usage_settlement alter column is_open drop default;
comment on column usage_settlement.is_open is 'As settled_usage by then.';

-- What was billed of periods that go on: credits that come later have nothing to do with it.
create view usage_billed_early as
  select organization_id, customer_id, subscription_id, meter_id, starts_at, consumed_units
    from settled_usage
   where is_open;
comment on column usage_billed_early.organization_id is '@id organization';
comment on column usage_billed_early.customer_id is '@id customer';
comment on column usage_billed_early.subscription_id is '@id subscription';
comment on column usage_billed_early.meter_id is '@id meter';

create or replace view billed_usage as
  select i.organization_id, i.id, i.created_at, o.customer_id, o.product_id, o.subscription_id,
         o.currency, i.amount - i.discount_amount as net_amount, i.order_id, i.usage_settlement_id
    from order_item i
    join orders o on o.organization_id = i.organization_id and o.id = i.order_id
   where i.usage_settlement_id is not null;
comment on column billed_usage.order_id is '@id order';
comment on column billed_usage.usage_settlement_id is '@id usageSettlement';
