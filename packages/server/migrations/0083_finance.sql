-- What accountants read: the lines of the books with what their orders say.
create view booked_line as
  select l.organization_id, l.entry_id, l.ordinal, e.kind, e.occurred_at, e.order_id, e.payment_id,
         e.refund_id, e.dispute_id, l.account, l.place, l.currency, l.debit, l.credit,
         o.product_id, o.invoice_number
    from journal_entry e
    join entry_line l on l.organization_id = e.organization_id and l.entry_id = e.id
    left join orders o on o.organization_id = e.organization_id and o.id = e.order_id;
comment on column booked_line.entry_id is '@id journalEntry';
comment on column booked_line.order_id is '@id order';
comment on column booked_line.payment_id is '@id payment';
comment on column booked_line.refund_id is '@id refund';
comment on column booked_line.product_id is '@id product';

-- Where an order is taxed: by its rate, and without one by the address that it was sold to.
create view order_tax_place as
  select organization_id, id, taxability_reason,
         coalesce(tax_rate ->> 'country', billing_address ->> 'country') as country,
         case when tax_rate ->> 'country' is not null then tax_rate ->> 'state'
              when billing_address ->> 'country' in ('US', 'CA')
                then regexp_replace(billing_address ->> 'state', '^[A-Z]{2}-', '') end as state
    from orders;
comment on column order_tax_place.id is '@id order';

-- What each item of an order charges in its own place, or credits where the credited sale was taxed.
create view placed_sale as
  select i.organization_id, i.order_id, coalesce(r.order_id, i.order_id) as taxed_order_id,
         (i.amount - i.discount_amount)::bigint::minor_units as net_amount
    from order_item i
    left join order_item r
      on r.organization_id = i.organization_id and r.id = i.reverses_item_id;
comment on column placed_sale.order_id is '@id order';
comment on column placed_sale.taxed_order_id is '@id order';
