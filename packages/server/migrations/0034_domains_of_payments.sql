-- The same for what is paid: payments, orders, and the books.

create domain payment_status as text check (value in ('pending', 'succeeded', 'failed'));
create domain payment_processor as text check (value in ('sandbox', 'stripe'));
create domain payment_way as text check (length(value) between 1 and 64);
create domain decline_reason as text check (length(value) between 1 and 100);
create domain short_text as text check (length(value) between 1 and 500);

alter table payment
  drop constraint payment_status_check,
  drop constraint payment_processor_check,
  drop constraint payment_processor_id_check,
  drop constraint payment_amount_check,
  drop constraint payment_method_check,
  drop constraint payment_method_metadata_check,
  drop constraint payment_decline_reason_check,
  drop constraint payment_decline_message_check,
  drop constraint payment_confirmation_token_check,
  drop constraint payment_description_check,
  drop constraint payment_metadata_check,
  drop constraint payment_customer_email_check,
  alter column status type payment_status,
  alter column processor type payment_processor,
  alter column processor_id type outside_id,
  alter column amount type positive_amount,
  alter column method type payment_way,
  alter column method_metadata type json_record,
  alter column decline_reason type decline_reason,
  alter column decline_message type short_text,
  alter column confirmation_token type outside_id,
  alter column description type short_text,
  alter column metadata type json_record,
  alter column customer_email type email_address;

create domain sandbox_purpose as text check (value in ('payment', 'set_up'));
create domain sandbox_intent_status as text
  check (value in ('requires_action', 'succeeded', 'declined', 'canceled'));

alter table sandbox_intent
  drop constraint sandbox_intent_idempotency_key_check,
  drop constraint sandbox_intent_purpose_check,
  drop constraint sandbox_intent_status_check,
  drop constraint sandbox_intent_amount_check,
  drop constraint sandbox_intent_token_check,
  drop constraint sandbox_intent_metadata_check,
  alter column idempotency_key type outside_id,
  alter column purpose type sandbox_purpose,
  alter column status type sandbox_intent_status,
  alter column amount type positive_amount,
  alter column token type outside_id,
  alter column metadata type json_record;

create domain order_status as text
  check (value in ('pending', 'paid', 'refunded', 'partially_refunded'));
create domain billing_reason as text check (value in
  ('purchase', 'subscription_create', 'subscription_cycle', 'subscription_update'));
create domain taxability_reason as text check (value in ('standard_rated', 'not_collecting',
  'product_exempt', 'reverse_charge', 'not_subject_to_tax', 'not_supported'));

alter table orders
  drop constraint orders_status_check,
  drop constraint orders_billing_reason_check,
  drop constraint orders_discount_amount_check,
  drop constraint orders_taxability_reason_check,
  drop constraint orders_tax_rate_check,
  drop constraint orders_billing_name_check,
  drop constraint orders_billing_address_check,
  drop constraint orders_tax_id_check,
  drop constraint orders_tax_id_format_check,
  drop constraint orders_custom_field_data_check,
  drop constraint orders_metadata_check,
  alter column status type order_status,
  alter column billing_reason type billing_reason,
  alter column discount_amount type unsigned_amount,
  alter column taxability_reason type taxability_reason,
  alter column tax_rate type json_record,
  alter column billing_name type plain_name,
  alter column billing_address type postal_address,
  alter column tax_id type tax_number,
  alter column tax_id_format type tax_number_format,
  alter column custom_field_data type json_record,
  alter column metadata type json_record;

create domain item_label as text check (length(value) between 1 and 1000);

alter table order_item
  drop constraint order_item_position_check,
  drop constraint order_item_label_check,
  alter column position type ordinal,
  alter column label type item_label;

create domain journal_kind as text check (value in ('payment', 'balance', 'refund',
  'refund_reversal', 'dispute', 'dispute_reversal', 'dispute_lost', 'settlement'));
create domain journal_source as text check (length(value) between 1 and 300);
create domain journal_ordinal as smallint check (value > 0);
create domain journal_account as text check (value in ('cash_at_processor', 'seller_payable',
  'tax_payable', 'customer_balance', 'dispute_clearing', 'processor_fees'));
create domain tax_place as text check (value ~ '^[A-Z]{2}(-[A-Z0-9]{1,10})?$');

alter table journal
  drop constraint journal_kind_check,
  drop constraint journal_source_check,
  drop constraint journal_dispute_id_check,
  alter column kind type journal_kind,
  alter column source type journal_source,
  alter column dispute_id type outside_id;

drop view ledger_account;

alter table journal_line
  drop constraint journal_line_ordinal_check,
  drop constraint journal_line_account_check,
  drop constraint journal_line_place_check,
  drop constraint journal_line_debit_check,
  drop constraint journal_line_credit_check,
  alter column ordinal type journal_ordinal,
  alter column account type journal_account,
  alter column place type tax_place,
  alter column debit type unsigned_amount,
  alter column credit type unsigned_amount;

create view ledger_account as
  select organization_id, currency, account, place,
         sum(debit)::bigint::minor_units as debited,
         sum(credit)::bigint::minor_units as credited
    from journal_line
   group by organization_id, currency, account, place;
