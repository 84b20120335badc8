-- Customers who change their plan themselves owe the difference at once, unless the seller lets it wait.
alter table organization
  add column deferred_change_max minor_units not null default 0 check (deferred_change_max >= 0);
comment on column organization.deferred_change_max is
  'What a customer''s own plan changes may leave to the next order; more is charged immediately.';
