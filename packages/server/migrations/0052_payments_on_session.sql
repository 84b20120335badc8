-- A customer who is present confirms a payment with their bank, also with a stored card. Nobody else
-- continues such a payment, so it ends by itself.
alter table payment add column confirm_by timestamptz;
comment on column payment.confirm_by is
  'Until when the customer, who is present, may confirm it; null where nobody is, or a checkout waits.';

alter table subscription_attempt add column is_by_customer boolean not null default false;
alter table subscription_attempt alter column is_by_customer drop default;
comment on column subscription_attempt.is_by_customer is
  'Whether the customer pays on their own. Its failure is no failure of dunning, which it does not delay.';
