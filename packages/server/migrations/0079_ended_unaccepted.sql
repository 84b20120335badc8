-- The last orders of a subscription that nobody accepted use only what its own orders left, as all
-- its orders do. So the view shows it after its end too.
create or replace view unaccepted_subscription as
  select organization_id, id, customer_id, ended_at from subscription
   where accepted_at is null;

drop index subscription_unaccepted;
create index subscription_unaccepted on subscription (organization_id, customer_id)
  where accepted_at is null;
