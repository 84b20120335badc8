-- What needs somebody's hands, for the home page of the dashboard. Each view has the condition of an
-- index that is as small as the work that waits.
create view overdue_subscription as
  select organization_id, id, status, customer_id, product_id, currency, amount, past_due_at,
         next_attempt_at
    from subscription
   where (status in ('past_due', 'unpaid') or final_action_at is not null)
     and (held_at is null or ended_at is not null);
comment on column overdue_subscription.id is '@id subscription';
comment on column overdue_subscription.customer_id is '@id customer';
comment on column overdue_subscription.product_id is '@id product';
create index subscription_overdue on subscription (organization_id, past_due_at, id)
  where (status in ('past_due', 'unpaid') or final_action_at is not null)
    and (held_at is null or ended_at is not null);

create view ending_subscription as
  select organization_id, id, customer_id, product_id, currency, amount, recurring_interval, ends_at
    from subscription
   where ends_at is not null and ended_at is null;
comment on column ending_subscription.id is '@id subscription';
comment on column ending_subscription.customer_id is '@id customer';
comment on column ending_subscription.product_id is '@id product';
create index subscription_ending on subscription (organization_id, ends_at, id)
  where ends_at is not null and ended_at is null;

create view held_subscription as
  select organization_id, id, customer_id, product_id, currency, amount, held_at, suspended_at
    from subscription
   where held_at is not null and ended_at is null;
comment on column held_subscription.id is '@id subscription';
comment on column held_subscription.customer_id is '@id customer';
comment on column held_subscription.product_id is '@id product';
create index subscription_held on subscription (organization_id, held_at, id)
  where held_at is not null and ended_at is null;

create view dispute_to_answer as
  select d.organization_id, d.id, o.customer_id, d.currency, d.amount + d.tax_amount as total_amount,
         d.reason, d.evidence_due_by, d.processor_url
    from dispute d
    join orders o on o.organization_id = d.organization_id and o.id = d.order_id
   where d.status = 'needs_response';
comment on column dispute_to_answer.id is '@id dispute';
comment on column dispute_to_answer.customer_id is '@id customer';
create index dispute_to_answer_by_deadline on dispute (organization_id, evidence_due_by, id)
  where status = 'needs_response';

create view paid_order as
  select organization_id, id, customer_id, currency, total_amount, paid_at, invoice_number
    from orders
   where paid_at is not null;
comment on column paid_order.id is '@id order';
comment on column paid_order.customer_id is '@id customer';

create view undelivered_grant as
  select organization_id, id, benefit_id, error_message, error_at
    from benefit_grant
   where status = 'failed' or (status = 'revoked' and error_type is not null);
comment on column undelivered_grant.id is '@id benefitGrant';
comment on column undelivered_grant.benefit_id is '@id benefit';
create index benefit_grant_undelivered on benefit_grant (organization_id, benefit_id, id)
  where status = 'failed' or (status = 'revoked' and error_type is not null);

create view stopped_top_up as
  select organization_id, id, customer_id, meter_id, stop_reason, stopped_at
    from top_up
   where stopped_at is not null;
comment on column stopped_top_up.id is '@id topUp';
comment on column stopped_top_up.customer_id is '@id customer';
comment on column stopped_top_up.meter_id is '@id meter';
create index top_up_that_stopped on top_up (organization_id, stopped_at, id)
  where stopped_at is not null;

create view webhook_endpoint_health as
  select e.organization_id, e.id, e.url, e.name, e.disabled_reason, l.failing_since, l.failed_events,
         l.warned_at, l.last_success_at, l.last_code
    from webhook_endpoint e
    join webhook_lane l on l.organization_id = e.organization_id and l.endpoint_id = e.id;
comment on column webhook_endpoint_health.id is '@id webhookEndpoint';

create view shared_checkout_link as
  select organization_id, id from checkout_link where deleted_at is null;
comment on column shared_checkout_link.id is '@id checkoutLink';

create view charged_payment as
  select organization_id, id, processor
    from payment
   where status = 'succeeded' and amount > 0 and processor_id is not null;
comment on column charged_payment.id is '@id payment';
