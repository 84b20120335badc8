-- A sandbox organization has its own clock once it was advanced: it stands still at this instant.
-- Without a row an organization lives in real time.
create table organization_clock (
  organization_id uuid primary key,
  frozen_at timestamptz
);

comment on column organization_clock.organization_id is '@id organization';
comment on column organization_clock.frozen_at is 'The instant at which the clock stands; null is real time.';
