-- Joins on the organization and groups, because a cluster asks every node for a view whose select
-- list has subqueries.
create or replace view entitling_order as
  select o.organization_id, o.id, o.customer_id, o.product_id,
         o.status in ('paid', 'refunded', 'partially_refunded')
           and count(r.id) = 0 and count(d.id) = 0 as is_entitled,
         o.created_at as period_start
    from orders o
    left join refund r
      on r.organization_id = o.organization_id and r.order_id = o.id
     and r.revoke_benefits and r.status = 'succeeded'
    left join (dispute d
               join organization g on g.id = d.organization_id and g.dispute_behavior <> 'keep')
      on d.organization_id = o.organization_id and d.order_id = o.id and d.status = 'lost'
   where o.billing_reason = 'purchase' and o.subscription_id is null
   group by o.organization_id, o.id, o.customer_id, o.product_id, o.status, o.created_at;
