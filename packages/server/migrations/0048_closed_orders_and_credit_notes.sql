-- An order that is no longer collected is uncollectible or void, and says why.
create domain order_closing as text check (value in ('uncollectible', 'void'));
create domain order_closing_reason as text
  check (value in ('payment_failed', 'subscription_ended', 'seller'));
create domain order_comment as text check (length(value) between 1 and 5000);

alter table orders
  add column collection_stopped_as order_closing,
  add column collection_stopped_reason order_closing_reason,
  add column collection_comment order_comment;
comment on column orders.collection_stopped_at is
  'When collection stopped; a payment that succeeds later pays the order all the same.';
comment on column orders.collection_stopped_as is
  'Uncollectible where the money is still owed, void where it no longer is.';
comment on column orders.collection_comment is 'What the seller noted when they stopped collecting.';

-- So far: where dunning ended the subscription, the order was written off. Everywhere else the
-- subscription ended first, and its order with it.
update orders o
   set collection_stopped_as = case when s.given_up then 'uncollectible' else 'void' end,
       collection_stopped_reason = case when s.given_up then 'payment_failed'
                                        else 'subscription_ended' end
  from (select organization_id, id,
               past_due_at is not null and canceled_at = ended_at
                 and customer_cancellation_reason is null
                 and customer_cancellation_comment is null as given_up
          from subscription) s
 where o.collection_stopped_at is not null
   and s.organization_id = o.organization_id and s.id = o.subscription_id;

alter table orders
  add constraint order_closing check (
    num_nulls(collection_stopped_at, collection_stopped_as, collection_stopped_reason) in (0, 3)
    and (collection_comment is null or collection_stopped_at is not null));

create index order_by_closing on orders (organization_id, collection_stopped_as, created_at)
  where collection_stopped_as is not null;
