-- What a single column may hold is said by its type. PostgreSQL reads the checks of a table anew for
-- every statement that writes to it, whichever columns that names, but those of a domain once per
-- connection. What several columns say of each other stays with the table.

create domain json_record as jsonb check (jsonb_typeof(value) = 'object');
create domain ordinal as integer check (value >= 0);
create domain outside_id as text check (length(value) between 1 and 255);
create domain key_id as text check (value ~ '^[0-9a-f]{8}$');

create domain email_address as text check (length(value) between 3 and 254);
create domain given_name as text check (length(value) between 1 and 256);
create domain plain_name as text
  check (length(value) between 1 and 256 and value !~ '[\x01-\x1f\x7f]');
create domain postal_address as jsonb check (value ->> 'country' ~ '^[A-Z]{2}$');
create domain tax_number as text check (length(value) between 1 and 64);
create domain tax_number_format as text check (value ~ '^[a-z]{2}_[a-z_]+$');

create domain asked_amount as bigint check (value between 0 and 99999999);
comment on domain asked_amount is 'Whole minor units of a currency. @brand MinorUnits';
create domain unsigned_amount as bigint check (value >= 0);
comment on domain unsigned_amount is 'Whole minor units of a currency. @brand MinorUnits';
create domain positive_amount as bigint check (value > 0);
comment on domain positive_amount is 'Whole minor units of a currency. @brand MinorUnits';

create domain event_name as text check (length(value) between 1 and 100);
create domain actor_type as text check (value ~ '^[a-z_]{1,40}$');
create domain event_count as bigint check (value > 0);

alter table outbox
  drop constraint outbox_name_check,
  drop constraint outbox_payload_check,
  drop constraint outbox_actor_type_check,
  alter column name type event_name,
  alter column payload type json_record,
  alter column actor_type type actor_type;

alter table event_line
  drop constraint event_line_sequence_check,
  alter column sequence type event_count;

create domain mailbox as text check (value ~ '^[^\s<>,;:]+@[^\s<>,;:@]+$');
create domain mail_line as text check (value !~ '[\x01-\x1f\x7f]');
create domain mail_status as text check (value in ('queued', 'sent', 'failed'));

alter table mail
  drop constraint mail_recipient_check,
  drop constraint mail_recipient_name_check,
  drop constraint mail_subject_check,
  drop constraint mail_status_check,
  drop constraint mail_attempts_check,
  alter column recipient type mailbox,
  alter column recipient_name type mail_line,
  alter column subject type mail_line,
  alter column status type mail_status,
  alter column attempts type ordinal;

alter table customer
  drop constraint customer_email_check,
  drop constraint customer_external_id_check,
  drop constraint customer_name_check,
  drop constraint customer_billing_address_check,
  drop constraint customer_tax_id_check,
  drop constraint customer_tax_id_format_check,
  drop constraint customer_metadata_check,
  alter column email type email_address,
  alter column external_id type outside_id,
  alter column name type plain_name,
  alter column billing_address type postal_address,
  alter column tax_id type tax_number,
  alter column tax_id_format type tax_number_format,
  alter column metadata type json_record;

create domain checkout_status as text
  check (value in ('open', 'expired', 'confirmed', 'succeeded', 'failed'));
create domain success_url as text check (length(value) between 1 and 2083);
create domain web_origin as text check (value ~ '^https?://[^\s/;,]+$');

alter table checkout
  drop constraint checkout_secret_key_id_check,
  drop constraint checkout_status_check,
  drop constraint checkout_amount_check,
  drop constraint checkout_tax_amount_check,
  drop constraint checkout_tax_check,
  drop constraint checkout_customer_external_id_check,
  drop constraint checkout_customer_name_check,
  drop constraint checkout_customer_email_check,
  drop constraint checkout_customer_billing_name_check,
  drop constraint checkout_customer_billing_address_check,
  drop constraint checkout_customer_tax_id_check,
  drop constraint checkout_customer_tax_id_format_check,
  drop constraint checkout_customer_metadata_check,
  drop constraint checkout_custom_field_data_check,
  drop constraint checkout_metadata_check,
  drop constraint checkout_success_url_check,
  drop constraint checkout_embed_origin_check,
  alter column secret_key_id type key_id,
  alter column status type checkout_status,
  alter column amount type asked_amount,
  alter column tax_amount type unsigned_amount,
  alter column tax type json_record,
  alter column customer_external_id type outside_id,
  alter column customer_name type given_name,
  alter column customer_email type email_address,
  alter column customer_billing_name type given_name,
  alter column customer_billing_address type postal_address,
  alter column customer_tax_id type tax_number,
  alter column customer_tax_id_format type tax_number_format,
  alter column customer_metadata type json_record,
  alter column custom_field_data type json_record,
  alter column metadata type json_record,
  alter column success_url type success_url,
  alter column embed_origin type web_origin;

alter table checkout_product
  drop constraint checkout_product_position_check,
  alter column position type ordinal;
