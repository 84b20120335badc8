-- When members were last mailed that a benefit can't be delivered: many grants fail together, and are
-- told together.
create table delivery_notice (
  organization_id uuid not null references organization on delete cascade,
  benefit_id uuid not null,
  noticed_at timestamptz not null,
  primary key (organization_id, benefit_id),
  foreign key (organization_id, benefit_id) references benefit (organization_id, id)
);
comment on table delivery_notice is 'When members were last mailed that a benefit can’t be delivered.';
comment on column delivery_notice.benefit_id is '@id benefit';
comment on column delivery_notice.noticed_at is 'In real time, like deliveries.';
