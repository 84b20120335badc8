-- A charge is sent only while somebody wants it: whoever sends it and whoever gives it up write to
-- its row first, so that one of them finds what the other wrote.
alter table payment
  add column submitted_at timestamptz,
  add column cancel_requested_at timestamptz;
comment on column payment.submitted_at is
  'When it was last sent to the processor, in real time; null until it is sent for the first time.';
comment on column payment.cancel_requested_at is
  'When it was given up. From then on it is not charged, but canceled at the processor.';

update payment set submitted_at = started_at where status = 'pending';
