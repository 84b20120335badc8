-- Events that the dispatcher adds take their ids from the same row of numbers as those of the outbox,
-- which only inserting into it may do otherwise.
create function guildhall_event_id() returns bigint
  language sql volatile security definer set search_path = pg_catalog, public as $$
    select nextval(pg_get_serial_sequence('public.outbox', 'id'))
  $$;
