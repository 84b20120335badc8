-- Disputes as sellers see them: from the bank's warning on, with its reason and its deadline.
alter domain dispute_status drop constraint dispute_status_check;
update dispute set status = 'needs_response' where status = 'open';
alter domain dispute_status add constraint dispute_status_check check (value in
  ('early_warning', 'prevented', 'needs_response', 'under_review', 'won', 'lost'));

create domain dispute_reason as text check (length(value) between 1 and 100);

alter table dispute
  alter column processor_id drop not null,
  add column warning_id outside_id,
  add column processor_url text,
  add column reason dispute_reason,
  add column evidence_due_by timestamptz,
  add column reported_at timestamptz,
  add column notified_status dispute_status,
  add constraint dispute_warning_id unique (organization_id, warning_id),
  add constraint dispute_known_there check (num_nonnulls(processor_id, warning_id) > 0);
update dispute d
   set notified_status = d.status,
       processor_url = case when p.processor = 'stripe'
                            then 'https://dashboard.stripe.com/payments/' || p.processor_id end
  from payment p where p.organization_id = d.organization_id and p.id = d.payment_id;
comment on column dispute.processor_url is
  'Where the seller answers at the processor; null in the sandbox.';
comment on column dispute.amount is
  'Of what was left of the order, without tax. While it is only a warning: what may be disputed.';
comment on column dispute.processor_id is
  'The id of the dispute at the processor; null while there is only a warning.';
comment on column dispute.warning_id is 'The id of the early fraud warning, which is an object of its own.';
comment on column dispute.reported_at is
  'When the processor was asked, in real time: what it had said before is outdated.';
comment on column dispute.notified_status is 'The status that members were last notified of.';

create index dispute_by_age on dispute (organization_id, created_at, id);
create index dispute_by_payment on dispute (organization_id, payment_id);

-- What happens to a subscription whose payment is disputed.
create domain dispute_behavior as text check (value in ('pause_renewals', 'keep', 'end'));
alter table organization
  add column dispute_behavior dispute_behavior not null default 'pause_renewals';

alter table subscription
  add column held_at timestamptz,
  add column suspended_at timestamptz,
  add column hold_lifted_at timestamptz,
  add constraint subscription_suspended check (suspended_at is null or status in ('unpaid', 'canceled'));
comment on column subscription.held_at is
  'Since when it is not renewed because a payment or its card is disputed; null while it is.';
comment on column subscription.suspended_at is
  'The end of the period that it was not renewed after; a renewal starts a new period.';
comment on column subscription.hold_lifted_at is
  'When the seller resumed the renewals: disputes from before no longer hold it.';

-- Disputes and warnings in the sandbox's own books.
create domain sandbox_dispute_status as text check (value in ('needs_response', 'won', 'lost', 'warning'));
create table sandbox_dispute (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  intent_id uuid not null,
  status sandbox_dispute_status not null,
  outcome sandbox_dispute_status not null,
  decides_at timestamptz,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, intent_id) references sandbox_intent (organization_id, id)
    on delete cascade,
  check ((decides_at is null) = (outcome = 'warning')),
  check (status = outcome or status = 'needs_response')
);
comment on column sandbox_dispute.id is '@id sandboxDispute';
comment on column sandbox_dispute.intent_id is '@id sandboxIntent';
comment on column sandbox_dispute.decides_at is 'When the bank decides, by the organization''s clock.';
create index sandbox_dispute_by_intent on sandbox_dispute (organization_id, intent_id);
create index sandbox_dispute_undecided on sandbox_dispute (decides_at) where status = 'needs_response';
