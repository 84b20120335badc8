-- Whoever begins a payment carries it out; where they died over it, whoever sweeps does.
alter table payment add column resume_at timestamptz;
comment on column payment.resume_at is
  'When it is looked after if it is pending yet, in real time; null where nobody has to.';

update payment set resume_at = begun_at where status = 'pending';

drop index payment_to_resume;
create index payment_to_resume on payment (resume_at)
  where status = 'pending' and resume_at is not null;
