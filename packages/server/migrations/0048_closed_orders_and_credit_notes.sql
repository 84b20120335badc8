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

-- Credit notes have numbers of their own, also without a gap. Those from before have numbers of the
-- invoices and keep them. A refund and a lost dispute have one each; an order below zero is one.
alter table invoice_counter
  add column last_credit_position bigint not null default 0 check (last_credit_position >= 0);

alter table invoice
  add column series text not null default 'invoice' check (series in ('invoice', 'credit_note')),
  add column refund_id uuid,
  add column dispute_id uuid,
  drop constraint invoice_position,
  drop constraint invoice_corrected_once,
  drop constraint invoice_check,
  add constraint invoice_position unique (organization_id, series, position),
  add constraint invoice_document_kind check (
    num_nonnulls(refund_id, dispute_id) <= 1
    and (kind = 'credit_note' or num_nonnulls(corrects_id, refund_id, dispute_id) = 0)
    and (num_nonnulls(refund_id, dispute_id) = 0 or corrects_id is not null)
    and (series = 'invoice' or kind = 'credit_note'));
alter table invoice alter column series drop default;
comment on column invoice.series is 'Which sequence of numbers it belongs to.';
comment on column invoice.position is 'Within its series.';
comment on column invoice.corrects_id is
  'Of a credit note: the invoice whose money came back, or the document that it reverses in full. '
  'Null for an order below zero, whose items name what they credit. @id invoice';
comment on column invoice.refund_id is 'The refund that a credit note records. @id refund';
comment on column invoice.dispute_id is 'The lost dispute that it records. @id dispute';

create unique index invoice_corrected_once on invoice (organization_id, corrects_id)
  where refund_id is null and dispute_id is null and corrects_id is not null;
create unique index invoice_of_refund on invoice (organization_id, refund_id)
  where refund_id is not null;
create unique index invoice_of_dispute on invoice (organization_id, dispute_id)
  where dispute_id is not null;

create domain credit_note_number as text check (length(value) between 1 and 90);
alter table refund add column credit_note_number credit_note_number;
alter table dispute add column credit_note_number credit_note_number;

create index refund_without_credit_note on refund (organization_id, id)
  where status = 'succeeded' and credit_note_number is null and amount + tax_amount > 0;
create index dispute_without_credit_note on dispute (organization_id, id)
  where status = 'lost' and credit_note_number is null and amount + tax_amount > 0;
