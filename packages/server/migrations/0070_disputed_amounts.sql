-- A refund may fail after a dispute was bounded by it. What the bank has taken is known by then, so
-- that the dispute holds the rest at once.
alter table dispute add column disputed_amount minor_units;
update dispute set disputed_amount = amount + tax_amount + owed_amount;
alter table dispute alter column disputed_amount set not null;
comment on column dispute.disputed_amount is
  'What the bank takes back, with tax, also of what was refunded before.';
