-- Operators look up which mails failed, and what was sent to an address. Ids are in the order of real
-- time; mails are dated by the clocks of organizations, so nothing is looked up by their date.
drop index mail_newest;
create index mail_by_recipient on mail (lower(recipient), id);
create index mail_unsent on mail (status, id) where status <> 'sent';
