-- Mails on their way out. What a mail says is sealed, because it carries single-use links, and it
-- is wiped as soon as nobody needs it: once the mail was handed over, or will never be.
create table mail (
  id uuid primary key,
  recipient text not null check (recipient ~ '^[^\s<>,;:]+@[^\s<>,;:@]+$'),
  recipient_name text check (recipient_name !~ '[\x01-\x1f\x7f]'),
  subject text not null check (subject !~ '[\x01-\x1f\x7f]'),
  body bytea,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  claimed_until timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  last_error text,
  check ((status = 'queued') = (body is not null)),
  check ((status = 'sent') = (sent_at is not null))
);

comment on column mail.id is '@id mail';
comment on column mail.body is 'The blocks of the mail as JSON, sealed for this row.';
comment on column mail.attempts is 'How often handing it over was begun.';
comment on column mail.claimed_until is 'Until then a process has the mail in hand.';

create index mail_newest on mail (created_at desc, id desc);
