-- Metered prices beyond an amount for each unit: packages, tiers, included units and a minimum.
alter table product_price add column metered_price jsonb
  check (jsonb_typeof(metered_price) = 'object');
comment on column product_price.metered_price is
  'What the calculator takes, with decimals as text; null where unit_amount and cap_amount say it all.';
alter table product_price
  drop constraint product_price_check2,
  drop constraint product_price_check4;
alter table product_price
  add constraint product_price_metered
    check (num_nonnulls(unit_amount, metered_price) = (amount_type = 'metered_unit')::int),
  add constraint product_price_cap check (cap_amount is null or unit_amount is not null);

alter table subscription_price add column metered_price jsonb
  check (jsonb_typeof(metered_price) = 'object');
alter table subscription_price
  drop constraint subscription_price_check1,
  add constraint subscription_price_metered
    check (num_nonnulls(unit_amount, metered_price) = (kind = 'metered_unit')::int),
  add constraint subscription_price_cap check (cap_amount is null or unit_amount is not null);
comment on column subscription_price.metered_price is 'As that of product_price when it was sold.';

-- A period is settled at a price as a whole, and whether its billing period went on says where the
-- tiers of what follows begin.
alter table settled_usage
  add column price jsonb,
  add column charged_units numeric not null default 0,
  add column is_cut boolean not null default false;
update settled_usage
   set price = jsonb_build_object(
         'pricing', jsonb_build_object('scheme', 'unit', 'unitAmount', unit_amount::text),
         'includedUnits', '0', 'minimumAmount', null, 'capAmount', cap_amount),
       charged_units = greatest(greatest(consumed_units, 0) - greatest(credited_units, 0), 0);
alter table settled_usage
  alter column price set not null,
  alter column charged_units drop default,
  alter column is_cut drop default,
  drop column unit_amount,
  drop column cap_amount;
comment on column settled_usage.price is 'What the calculator takes, with decimals as text.';
comment on column settled_usage.charged_units is 'Those that neither credits covered nor the price included.';
comment on column settled_usage.is_cut is
  'Whether another price followed before the billing period was over. Its tiers begin where these end.';

-- Changes that are still to come hold prices as well.
create function pg_temp.with_metered_price(price jsonb) returns jsonb language sql immutable return
  (price - 'unitAmount' - 'capAmount') || jsonb_build_object('metered',
    case when jsonb_typeof(price -> 'unitAmount') = 'string' then jsonb_build_object(
      'pricing', jsonb_build_object('scheme', 'unit', 'unitAmount', price -> 'unitAmount'),
      'includedUnits', '0', 'minimumAmount', null, 'capAmount', price -> 'capAmount') end);
update subscription
   set pending_change = jsonb_set(pending_change, '{prices}', (
         select coalesce(jsonb_agg(pg_temp.with_metered_price(p.price) order by p.at), '[]')
           from jsonb_array_elements(pending_change -> 'prices') with ordinality p (price, at)))
 where pending_change is not null;
update subscription_change
   set request = jsonb_set(request, '{change,product,prices}', (
         select coalesce(jsonb_agg(pg_temp.with_metered_price(p.price) order by p.at), '[]')
           from jsonb_array_elements(request #> '{change,product,prices}')
                  with ordinality p (price, at)))
 where request #> '{change,product,prices}' is not null;
