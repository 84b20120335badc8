-- A new card lifts a hold as well as the seller does, but only the seller trusts a disputed card again.
alter table subscription add column cards_trusted_at timestamptz;
update subscription set cards_trusted_at = hold_lifted_at where hold_lifted_at is not null;
comment on column subscription.cards_trusted_at is
  'When the seller resumed the renewals: disputes of its card from before no longer hold it.';
comment on column subscription.hold_lifted_at is
  'When the seller resumed the renewals, or the customer chose another card for what is overdue: open disputes of its own payments from before no longer hold it.';
