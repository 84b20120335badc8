-- Members are told once how an endpoint fares, however often the job runs.
alter table webhook_lane add column told_through bigint not null default 0;
comment on column webhook_lane.told_through is
  'The sequence of the last event about the endpoint itself that members were told of.';
