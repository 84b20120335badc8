-- Invoices and credit notes. Their numbers count without a gap per organization, and what was
-- printed is never edited: both tables only grow. They hold ids without foreign keys to what may be
-- deleted, because the books of a seller outlive it.

-- What a seller prints on invoices about itself, beside the numbers it is registered for tax with.
create table seller_details (
  organization_id uuid primary key references organization on delete cascade,
  name text check (length(name) between 1 and 256),
  address jsonb check (address ->> 'country' ~ '^[A-Z]{2}$'),
  tax_number text check (length(tax_number) between 1 and 64),
  footer text check (length(footer) between 1 and 500),
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz
);
comment on column seller_details.name is 'The legal name; null where it is the organization''s own.';
comment on column seller_details.footer is 'What else the law wants at the foot of the page.';
comment on column seller_details.version is 'Counts the changes, for the events about these details.';

-- Whoever gives numbers locks it.
create table invoice_counter (
  organization_id uuid primary key references organization on delete cascade,
  last_position bigint not null check (last_position >= 0)
);

create table invoice (
  organization_id uuid not null,
  id uuid not null,
  position bigint not null check (position > 0),
  number text not null check (length(number) between 1 and 90),
  kind text not null check (kind in ('invoice', 'credit_note')),
  order_id uuid not null,
  corrects_id uuid,
  issued_at timestamptz not null,
  primary key (organization_id, id),
  constraint invoice_position unique (organization_id, position),
  constraint invoice_corrected_once unique (organization_id, corrects_id),
  foreign key (organization_id, corrects_id) references invoice (organization_id, id),
  check ((kind = 'credit_note') = (corrects_id is not null))
);
comment on column invoice.id is '@id invoice';
comment on column invoice.order_id is '@id order';
comment on column invoice.position is 'Counts invoices and credit notes of the organization together.';
comment on column invoice.number is 'As it is printed, with the slug that the organization had then.';
comment on column invoice.corrects_id is 'Which invoice a credit note takes back. @id invoice';
create index invoice_by_order on invoice (organization_id, order_id, position);
select guildhall_append_only('invoice');

-- What was printed under a number: the facts and the page that was made of them.
create table invoice_document (
  organization_id uuid not null,
  invoice_id uuid not null,
  printed jsonb not null check (jsonb_typeof(printed) = 'object'),
  pdf bytea not null check (octet_length(pdf) between 1 and 5000000),
  made_at timestamptz not null,
  primary key (organization_id, invoice_id),
  foreign key (organization_id, invoice_id) references invoice (organization_id, id)
);
comment on column invoice_document.invoice_id is '@id invoice';
-- Pages are compressed already.
alter table invoice_document alter column pdf set storage external;
select guildhall_append_only('invoice_document');

-- What an order says of its latest invoice.
alter table orders
  add column invoice_number text,
  add column is_invoice_generated boolean not null default false,
  add check (invoice_number is not null or not is_invoice_generated);

create index order_without_number on orders (organization_id, paid_at, id)
  where paid_at is not null and invoice_number is null;
