-- A subscription is billed by the details that it was bought with, until they are changed on purpose.
-- They are columns of its row, so that renewals read them with it.
alter table subscription
  add column billing_name given_name,
  add column billing_address postal_address,
  add column tax_id tax_number,
  add column tax_id_format tax_number_format,
  add column is_business boolean not null default false;
comment on column subscription.billing_address is 'Decides the tax, and is printed on invoices.';
comment on column subscription.is_business is
  'Whether the buyer is a business, which together with a tax id can owe the tax itself.';

-- Why an order that costs something has no tax although the seller collects it.
alter domain taxability_reason drop constraint taxability_reason_check;
alter domain taxability_reason add constraint taxability_reason_check
  check (value in ('standard_rated', 'not_collecting', 'product_exempt', 'reverse_charge',
                   'not_subject_to_tax', 'not_supported', 'address_incomplete'));

-- States that taxes depend on are stored in one form, such as US-NY. Null for one that doesn't exist.
create function state_code(country text, state text) returns text language sql immutable as $$
  select k.country || '-' || k.code
    from (values
    ('US', 'AL', 'ALABAMA'), ('US', 'AK', 'ALASKA'), ('US', 'AZ', 'ARIZONA'), ('US', 'AR', 'ARKANSAS'),
    ('US', 'CA', 'CALIFORNIA'), ('US', 'CO', 'COLORADO'), ('US', 'CT', 'CONNECTICUT'),
    ('US', 'DE', 'DELAWARE'), ('US', 'DC', 'DISTRICT OF COLUMBIA'), ('US', 'FL', 'FLORIDA'),
    ('US', 'GA', 'GEORGIA'), ('US', 'HI', 'HAWAII'), ('US', 'ID', 'IDAHO'), ('US', 'IL', 'ILLINOIS'),
    ('US', 'IN', 'INDIANA'), ('US', 'IA', 'IOWA'), ('US', 'KS', 'KANSAS'), ('US', 'KY', 'KENTUCKY'),
    ('US', 'LA', 'LOUISIANA'), ('US', 'ME', 'MAINE'), ('US', 'MD', 'MARYLAND'),
    ('US', 'MA', 'MASSACHUSETTS'), ('US', 'MI', 'MICHIGAN'), ('US', 'MN', 'MINNESOTA'),
    ('US', 'MS', 'MISSISSIPPI'), ('US', 'MO', 'MISSOURI'), ('US', 'MT', 'MONTANA'),
    ('US', 'NE', 'NEBRASKA'), ('US', 'NV', 'NEVADA'), ('US', 'NH', 'NEW HAMPSHIRE'),
    ('US', 'NJ', 'NEW JERSEY'), ('US', 'NM', 'NEW MEXICO'), ('US', 'NY', 'NEW YORK'),
    ('US', 'NC', 'NORTH CAROLINA'), ('US', 'ND', 'NORTH DAKOTA'), ('US', 'OH', 'OHIO'),
    ('US', 'OK', 'OKLAHOMA'), ('US', 'OR', 'OREGON'), ('US', 'PA', 'PENNSYLVANIA'),
    ('US', 'RI', 'RHODE ISLAND'), ('US', 'SC', 'SOUTH CAROLINA'), ('US', 'SD', 'SOUTH DAKOTA'),
    ('US', 'TN', 'TENNESSEE'), ('US', 'TX', 'TEXAS'), ('US', 'UT', 'UTAH'), ('US', 'VT', 'VERMONT'),
    ('US', 'VA', 'VIRGINIA'), ('US', 'WA', 'WASHINGTON'), ('US', 'WV', 'WEST VIRGINIA'),
    ('US', 'WI', 'WISCONSIN'), ('US', 'WY', 'WYOMING'), ('CA', 'AB', 'ALBERTA'),
    ('CA', 'BC', 'BRITISH COLUMBIA'), ('CA', 'MB', 'MANITOBA'), ('CA', 'NB', 'NEW BRUNSWICK'),
    ('CA', 'NL', 'NEWFOUNDLAND AND LABRADOR'), ('CA', 'NT', 'NORTHWEST TERRITORIES'),
    ('CA', 'NS', 'NOVA SCOTIA'), ('CA', 'NU', 'NUNAVUT'), ('CA', 'ON', 'ONTARIO'),
    ('CA', 'PE', 'PRINCE EDWARD ISLAND'), ('CA', 'QC', 'QUEBEC'), ('CA', 'SK', 'SASKATCHEWAN'),
    ('CA', 'YT', 'YUKON')) as k (country, code, name),
         upper(trim(regexp_replace(normalize(state, nfd), '[\u0300-\u036f]', '', 'g'))) as written
   where k.country = $1 and written in (k.code, k.country || '-' || k.code, k.name)
$$;

create function with_state_code(address jsonb) returns jsonb language sql immutable as $$
  select case when state_code(address ->> 'country', address ->> 'state') is null then address
              else jsonb_set(address, '{state}',
                             to_jsonb(state_code(address ->> 'country', address ->> 'state'))) end
$$;

create function says_enough_for_tax(address jsonb) returns boolean language sql immutable as $$
  select address ->> 'country' is not null
     and (address ->> 'country' not in ('US', 'CA')
          or state_code(address ->> 'country', address ->> 'state') is not null)
$$;

update customer set billing_address = with_state_code(billing_address)
 where billing_address ->> 'country' in ('US', 'CA')
   and billing_address <> with_state_code(billing_address);
update checkout set customer_billing_address = with_state_code(customer_billing_address)
 where customer_billing_address ->> 'country' in ('US', 'CA')
   and customer_billing_address <> with_state_code(customer_billing_address);
update seller_details set address = with_state_code(address)
 where address ->> 'country' in ('US', 'CA') and address <> with_state_code(address);

-- A checkout that created its customer, or that the seller made for one, also set the customer's
-- details, so that what differs there was changed on purpose since. Other checkouts left a known
-- customer's details alone. Where neither says enough for tax, the latest order that does decides.
with source as (
  select s.organization_id, s.id, c.name, c.billing_address as customer_address, c.tax_id as
         customer_tax_id, c.tax_id_format as customer_tax_id_format, k.customer_billing_name,
         k.customer_name, with_state_code(k.customer_billing_address) as checkout_address,
         k.customer_tax_id as checkout_tax_id, k.customer_tax_id_format as checkout_tax_id_format,
         coalesce(k.is_business_customer, false) as is_business,
         o.billing_name as order_name, with_state_code(o.billing_address) as order_address,
         o.tax_id as order_tax_id, o.tax_id_format as order_tax_id_format,
         case when says_enough_for_tax(c.billing_address)
               and (k.id is null or k.is_customer_given or k.created_customer_id = c.id)
              then 'customer'
              when says_enough_for_tax(k.customer_billing_address) then 'checkout'
              when says_enough_for_tax(o.billing_address) then 'order'
              else 'customer' end as decides
    from subscription s
    join customer c on c.organization_id = s.organization_id and c.id = s.customer_id
    left join checkout k on k.organization_id = s.organization_id and k.id = s.checkout_id
    left join lateral (
      select o.billing_name, o.billing_address, o.tax_id, o.tax_id_format
        from orders o
       where o.organization_id = s.organization_id and o.subscription_id = s.id
         and says_enough_for_tax(o.billing_address)
       order by o.created_at desc, o.id desc limit 1) o on true)
update subscription s
   set billing_name = case d.decides
         when 'checkout' then coalesce(d.customer_billing_name, d.customer_name)
         when 'order' then d.order_name
         else coalesce(d.customer_billing_name, d.name) end,
       billing_address = case d.decides when 'checkout' then d.checkout_address
                                        when 'order' then d.order_address
                                        else d.customer_address end,
       tax_id = case d.decides when 'checkout' then d.checkout_tax_id
                               when 'order' then d.order_tax_id else d.customer_tax_id end,
       tax_id_format = case d.decides when 'checkout' then d.checkout_tax_id_format
                                      when 'order' then d.order_tax_id_format
                                      else d.customer_tax_id_format end,
       is_business = case d.decides when 'checkout' then d.is_business
                                    when 'order' then d.is_business or d.order_tax_id is not null
                                    else d.is_business or d.customer_tax_id is not null end
  from source d
 where s.organization_id = d.organization_id and s.id = d.id;

drop function says_enough_for_tax(jsonb);
drop function with_state_code(jsonb);
drop function state_code(text, text);
