-- Lists of products sort the types of prices from free to metered.
create function product_amount_type_rank(amount_type text) returns integer
  language sql immutable parallel safe as $$
    select array_position(array['free', 'custom', 'fixed', 'metered_unit'], amount_type)
  $$;

drop index product_by_amount_type;
create index product_by_amount_type
  on product (organization_id, product_amount_type_rank(leading_amount_type), id);

-- An endpoint gets what is recorded after its creation, also where earlier events still wait in the
-- outbox and are numbered later.
alter table webhook_lane add column after_event_id bigint not null default 0;
comment on column webhook_lane.after_event_id is
  'Events recorded before the endpoint was created have lower ids.';

-- The official client reads no fractions here.
update checkout c
   set customer_metadata = (
         select jsonb_object_agg(key, case when jsonb_typeof(value) = 'number' and value::numeric % 1 <> 0
                                           then to_jsonb(value::text) else value end)
           from jsonb_each(c.customer_metadata))
 where exists (select from jsonb_each(c.customer_metadata)
                where jsonb_typeof(value) = 'number' and value::numeric % 1 <> 0);
