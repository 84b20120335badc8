-- Credits of one-time purchases are bought: only a refund takes them, and they outlast every period.
update credit_lot l
   set source = 'purchase', rolls_over = true
  from benefit_grant g
 where l.source = 'grant' and g.organization_id = l.organization_id and g.id = l.source_id
   and g.order_id is not null;
