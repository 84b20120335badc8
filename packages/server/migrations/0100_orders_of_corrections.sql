-- A correction leads to its order.
create or replace view order_correction as
  select e.organization_id, e.id, e.kind, e.occurred_at, o.customer_id, o.product_id,
         o.subscription_id, o.currency,
         case when e.kind = 'refund_reversal' then -1
              when e.kind = 'refund'
                or e.source in ('dispute:' || e.dispute_id, 'dispute_end:' || e.dispute_id) then 1
              else 0 end as counted,
         (select coalesce(sum(l.debit - l.credit), 0)
            from journal_entry t
            join entry_line l on l.organization_id = t.organization_id and l.entry_id = t.id
           where t.organization_id = e.organization_id
             and t.source = case when e.kind = 'dispute_lost'
                                 then replace(e.source, 'dispute_end:', 'dispute:')
                                 else e.source end
             and l.account = 'seller_payable')::bigint::minor_units as net_amount,
         o.id as order_id
    from journal_entry e
    join orders o on o.organization_id = e.organization_id and o.id = e.order_id
    left join refund r on r.organization_id = e.organization_id and r.id = e.refund_id
   where e.kind in ('refund', 'refund_reversal', 'dispute', 'dispute_lost')
     and r.is_payout is not true;
comment on column order_correction.order_id is '@id order';
