-- Credits that expire and disputes to decide are looked for in one organization.
create index credit_lot_open_by_end on credit_lot (organization_id, expires_at)
  where closed_by is null;
drop index credit_lot_to_expire;
create index sandbox_dispute_undecided_by_end on sandbox_dispute (organization_id, decides_at)
  where status = 'needs_response';
drop index sandbox_dispute_undecided;
