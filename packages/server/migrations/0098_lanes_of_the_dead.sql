alter table webhook_lane add column holder_shows_life boolean not null default false;
comment on column webhook_lane.holder_shows_life is
  'Whether the holder has a session lock under its id, which ends with its process.';
