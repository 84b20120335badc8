-- Payments: what processors report are events, cards are stored, and attempts start.
alter table processor_news rename to processor_event;
alter table processor_event rename column heard_at to received_at;
alter table processor_event rename constraint processor_news_pkey to processor_event_pkey;
alter table processor_event
  rename constraint processor_news_event_id_check to processor_event_event_id_check;
alter table processor_event
  rename constraint processor_news_processor_check to processor_event_processor_check;
alter table processor_event
  rename constraint processor_news_organization_id_fkey to processor_event_organization_id_fkey;
alter index processor_news_by_age rename to processor_event_by_age;
comment on column processor_event.received_at is
  'In real time, because processors repeat an event for some days.';

alter table payment rename column begun_at to started_at;
alter table payment rename column keeps_method to stores_method;
alter domain payment_way rename to payment_method_type;
alter table payment rename constraint payment_over to payment_ended;
comment on column payment.processor_id is
  'The id at the processor; null until the processor has accepted the payment.';
comment on column payment.method_metadata is 'The brand, the last four digits and the country of a card.';
comment on column payment.decline_message is 'Tells the buyer what to do next.';
comment on column payment.confirmation_token is 'Represents the entered card and is good for one charge.';
comment on column payment.client_secret is
  'Lets the buyer''s browser continue while authentication is pending. Encrypted for this row.';
comment on column payment.seller_name is
  'The name at that time, for the statement of the buyer''s bank.';
comment on column payment.metadata is 'Sent to the processor with the payment.';
comment on column payment.started_at is
  'In real time, because processors expire idempotency keys in real time.';
comment on column payment.version is 'Counts the changes; events about this payment carry it.';
comment on column payment.payment_method_id is
  'The method that is charged, or the one that this payment stored. @id paymentMethod';
comment on column payment.stores_method is 'Whether the card is stored when the payment succeeds.';
comment on column payment.resume_at is
  'When a sweep checks the payment if it is still pending, in real time; null for never.';

alter table method_set_up rename column begun_at to started_at;
alter table method_set_up rename constraint method_set_up_over to method_set_up_ended;
comment on column method_set_up.processor_id is
  'The id at the processor; null until the processor has accepted the set-up.';
comment on column method_set_up.confirmation_token is 'Represents the entered card.';
comment on column method_set_up.client_secret is
  'Lets the customer''s browser continue while authentication is pending. Encrypted for this row.';
comment on column method_set_up.becomes_default is 'Replaces a default that the customer already has.';
comment on column method_set_up.payment_method_id is 'The stored method. @id paymentMethod';
comment on column method_set_up.started_at is
  'In real time, because processors expire idempotency keys in real time.';
comment on column method_set_up.version is 'Counts the changes; events about this set-up carry it.';

comment on column payment_method.processor_id is 'The id at the processor, which later charges name.';
comment on column payment_method.processor_customer_id is
  'The owner at the processor; null where the processor has no customers.';
comment on column payment_method.country is 'Where the card was issued.';
comment on column payment_method.is_default is 'Charged where no other method is named.';
comment on column processor_customer.processor_id is 'The id at the processor.';

-- Events that wait to be dispatched under an old name.
update outbox o set name = renamed.current
  from (values ('payment.overtaken', 'payment.unclaimed'),
               ('payment_method_set_up.called', 'payment_method_set_up.reported'),
               ('stripe.called', 'stripe_event.received'),
               ('sandbox.called', 'sandbox_event.received')) as renamed (former, current)
 where o.name = renamed.former;

-- Ledger: a balanced set of lines is a journal entry.
alter table journal rename to journal_entry;
alter table journal_entry rename constraint journal_pkey to journal_entry_pkey;
alter table journal_entry rename constraint journal_source to journal_entry_source;
alter table journal_entry rename constraint journal_check to journal_entry_order;
alter table journal_entry rename constraint journal_payment to journal_entry_payment;
alter table journal_entry rename constraint journal_check2 to journal_entry_refund;
alter table journal_entry rename constraint journal_check3 to journal_entry_dispute;
alter index journal_by_age rename to journal_entry_by_age;
alter index journal_corrections rename to journal_entry_corrections;
alter table journal_line rename to entry_line;
alter table entry_line rename column journal_id to entry_id;
alter table entry_line rename constraint journal_line_pkey to entry_line_pkey;
alter table entry_line rename constraint journal_line_check to entry_line_one_side;
alter table entry_line rename constraint journal_line_check1 to entry_line_place;
alter index journal_line_by_account rename to entry_line_by_account;
alter domain journal_kind rename to entry_kind;
alter domain journal_source rename to entry_source;
alter domain journal_ordinal rename to entry_ordinal;
alter domain journal_account rename to ledger_account_name;
comment on column journal_entry.id is '@id journalEntry';
comment on column entry_line.entry_id is '@id journalEntry';
comment on column journal_entry.source is 'The kind and id of what is posted, which is posted once.';
comment on column journal_entry.dispute_id is 'The id at the processor.';
comment on column entry_line.place is 'The tax jurisdiction: DE, US-CA. Null where it is unknown.';

alter function guildhall_sign_journal() rename to guildhall_sign_entry;
alter function guildhall_check_journal() rename to guildhall_check_entry;

create or replace function guildhall_check_entry() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  checked uuid;
begin
  if tg_table_name = 'journal_entry' then
    checked := new.id;
    if not exists (select from entry_line l
                    where l.organization_id = new.organization_id and l.entry_id = checked) then
      raise exception 'journal entry % has no lines', checked using errcode = 'check_violation';
    end if;
    return null;
  end if;
  checked := new.entry_id;
  -- One query where the entry is sound; a second one only to word the refusal.
  if exists (select from journal_entry e
              where e.organization_id = new.organization_id and e.id = checked
                and e.transaction_id = pg_current_xact_id()::text::bigint
                and e.written_at = transaction_timestamp()
                and not exists (select from entry_line l
                                 where l.organization_id = e.organization_id
                                   and l.entry_id = e.id
                                 group by l.currency having sum(l.debit) <> sum(l.credit))) then
    return null;
  end if;
  if exists (select from journal_entry e
              where e.organization_id = new.organization_id and e.id = checked
                and e.transaction_id = pg_current_xact_id()::text::bigint
                and e.written_at = transaction_timestamp()) then
    raise exception 'journal entry % does not balance', checked using errcode = 'check_violation';
  end if;
  raise exception 'lines of journal entry % can only be added in its own transaction', checked
    using errcode = 'insufficient_privilege';
end $$;

-- Orders: customers are notified, and collection of an order can stop.
alter table orders rename column told_at to notified_at;
alter table orders rename column given_up_at to collection_stopped_at;
alter table orders rename constraint order_given_up to order_collection_stopped;
alter table refund rename column told_at to notified_at;
comment on column orders.notified_at is 'When the confirmation of the payment was mailed.';
comment on column orders.collection_stopped_at is
  'When collection stopped; the order stays open and can still be paid.';
comment on column orders.applied_balance_amount is
  'What the customer''s balance paid. Below zero: credited to the balance, or debt collected from it.';
comment on column orders.period_start is 'Start of the billed period, for orders of a period.';
comment on column orders.paid_at is 'By the organization''s clock, as all instants of billing.';
comment on column orders.tax_calculation_id is 'The id at the tax engine.';
comment on column orders.version is 'Counts the changes; events about this order carry it.';
comment on column refund.notified_at is 'When the customer was mailed that it succeeded.';
comment on column refund.processor_id is 'The id at the processor; null until it has answered.';
comment on column refund.answered_at is 'When the processor''s first answer was recorded.';
comment on column refund.version is 'Counts the changes; events about this refund carry it.';
comment on column invoice.corrects_id is 'The invoice that a credit note reverses. @id invoice';
comment on column seller_details.footer is 'Other text that the law requires at the foot of the page.';
comment on column seller_details.version is 'Counts the changes; events about these details carry it.';
comment on column customer_balance_entry.kind is
  'An order below zero is credited; an order uses credit; an amount below the processor''s minimum is '
  'carried as a debt and collected with the next order; when collection stops, used credit is '
  'returned, and it is taken again if the order is paid after all.';
comment on column customer_balance_entry.balance is 'The balance after this entry.';

-- Subscriptions: customers are notified, changes are requested, and dunning ends with a final action.
alter table subscription rename column last_resort_at to final_action_at;
comment on column subscription.discount_applied_at is
  'Start of the first period that the discount reduced.';
comment on column subscription.checkout_id is 'The first checkout; an upgrade keeps it. @id checkout';
comment on column subscription.payment_method_id is
  'Null for the customer''s default. @id paymentMethod';
comment on column subscription.amount is 'The sum of its prices for each period, less the discount.';
comment on column subscription.anchor_day is
  'The day of the month on which periods start, in months that have it.';
comment on column subscription.canceled_at is 'When the cancellation was requested.';
comment on column subscription.ends_at is 'When it will end.';
comment on column subscription.ended_at is 'When it actually ended.';
comment on column subscription.started_at is 'When it first became active; never changes.';
comment on column subscription.attempts is
  'Failed payments since it is past due, without the one that made it past due.';
comment on column subscription.grace_ends_at is
  'Until when benefits stay although a payment is overdue; null once grace is over.';
comment on column subscription.final_action_at is
  'When the final action of dunning is due; null once it was taken.';
comment on column subscription.revoked_at is
  'When its benefits were revoked: at its end, or when grace was over.';
comment on column subscription.pending_change is 'The change that the next period starts with.';
comment on column subscription.due_at is 'When the next decision is due; null for never.';
comment on column subscription.runs_on_real_time is
  'False where the organization''s clock was advanced: then that clock alone makes it due.';
comment on column subscription.claimed_until is
  'In real time: until then the process that claimed it works on it, and no other.';
comment on column subscription.version is
  'Counts the changes; a decision made on an earlier version is not saved.';
comment on column subscription_price.amount is
  'Of one unit, each period; zero for metered and free prices.';
comment on column subscription_price.discount_amount is
  'What the discount takes off all units in the current period.';
comment on column subscription_price.unit_amount is 'In minor units, possibly a fraction of one.';
comment on column subscription_meter.amount is 'What the usage costs so far.';
comment on column billing_entry.order_id is 'Null until it is billed. @id order';
comment on column billing_entry.position is 'Among the entries of the same decision.';
comment on column billing_entry.amount is 'Below zero for credits.';
comment on column billing_entry.is_discounted is 'Whether the order''s discount applies to it.';

alter table subscription_attempt rename column begun_at to started_at;
comment on column subscription_attempt.is_counted is
  'Whether a failure counts: of payments that started together, only one does.';

alter table subscription_change rename column wish to request;
alter table subscription_change
  rename constraint subscription_change_wish_check to subscription_change_request_check;
update subscription_change
   set request = request - 'wish' || jsonb_build_object('change', request -> 'wish');
comment on column subscription_change.version is
  'The version of the subscription that it was decided on.';
comment on column subscription_change.request is 'The requested change with the facts of its decision.';
comment on column subscription_change.decided_at is 'The instant for which it was calculated.';

alter table subscription_told rename to subscription_notice;
alter table subscription_notice rename column about to notice_key;
alter table subscription_notice rename column told_at to notified_at;
alter table subscription_notice rename constraint subscription_told_pkey to subscription_notice_pkey;
alter table subscription_notice
  rename constraint subscription_told_about_check to subscription_notice_notice_key_check;
alter table subscription_notice
  rename constraint subscription_told_organization_id_fkey
  to subscription_notice_organization_id_fkey;
alter table subscription_notice
  rename constraint subscription_told_organization_id_subscription_id_fkey
  to subscription_notice_organization_id_subscription_id_fkey;
comment on column subscription_notice.notice_key is
  'Identifies what the customer was notified of, so that each notice is mailed once.';

alter table subscription_plan_told rename to subscription_notified_product;
alter table subscription_notified_product
  rename constraint subscription_plan_told_pkey to subscription_notified_product_pkey;
alter table subscription_notified_product
  rename constraint subscription_plan_told_organization_id_fkey
  to subscription_notified_product_organization_id_fkey;
alter table subscription_notified_product
  rename constraint subscription_plan_told_organization_id_subscription_id_fkey
  to subscription_notified_product_organization_id_subscription_fkey;
alter table subscription_notified_product
  rename constraint subscription_plan_told_organization_id_product_id_fkey
  to subscription_notified_product_organization_id_product_id_fkey;
alter index subscription_plan_told_by_product rename to subscription_notified_product_by_product;
comment on table subscription_notified_product is
  'The product that a customer knows as theirs: a change to another one is mailed.';
comment on column subscription_notified_product.version is
  'The version of the subscription at the last notice.';

-- Benefits: redirects to a provider are OAuth redirects.
alter table finished_round_trip rename to used_oauth_redirect;
alter table used_oauth_redirect
  rename constraint finished_round_trip_pkey to used_oauth_redirect_pkey;
alter table used_oauth_redirect
  rename constraint finished_round_trip_organization_id_fkey
  to used_oauth_redirect_organization_id_fkey;
alter index finished_round_trip_by_end rename to used_oauth_redirect_by_end;
comment on column used_oauth_redirect.id is '@id oauthRedirect';
comment on column used_oauth_redirect.expires_at is 'When the redirect would be refused anyway.';
comment on column benefit.meter_id is 'The meter that is credited. @id meter';
comment on column benefit.description is 'Shown to customers.';
comment on column benefit.selectable is 'False: products can neither gain nor lose it.';
comment on column benefit.properties is
  'The properties of its type, apart from the meter and the files.';
comment on column benefit.version is 'Counts the changes; events about this benefit carry it.';
comment on column benefit_file.archived is
  'True: listed but no longer offered. Null where the seller says neither.';
comment on column github_connection.access_token is 'Encrypted for this row.';

-- Metering.
comment on column meter.filter is 'A tree of clauses that selects events.';
comment on column meter.aggregation_property is 'A property of the events; null where they are counted.';
comment on column meter.version is 'Counts the changes; events about this meter carry it.';

-- Catalog: the key of a custom field is not the slug of an organization.
alter table custom_field rename column slug to key;
alter table custom_field rename constraint custom_field_slug_check to custom_field_key_check;
alter index custom_field_slug rename to custom_field_key;
comment on column custom_field.key is 'The key of the answer; unique unless deleted.';
comment on column custom_field.properties is 'The form''s texts, and the limits of an answer.';
comment on column custom_field.version is 'Counts the changes; events about this field carry it.';
comment on column product.recurring_interval is 'Null for a one-time purchase. Never changes.';
comment on column product.leading_amount_type is
  'Of the active price that is shown first; lists are sorted by it.';
comment on column product.leading_amount is
  'The minimum to pay at once by the price that is shown first; lists are sorted by it.';
comment on column product.version is 'Counts the changes; events about this product carry it.';
comment on column product_price.position is
  'Among all prices that the product ever had, in the order of creation.';
comment on column product_price.unit_amount is 'In minor units, possibly a fraction of one.';
comment on column discount.code is 'As the seller wrote it; unique in any case unless deleted.';
comment on column discount.starts_at is 'By the organization''s clock.';
comment on column discount.ends_at is 'Exclusive.';
comment on column discount.redemptions_count is 'From the first redemption on, the value is fixed.';
comment on column discount.version is 'Counts the changes; events about this discount carry it.';

-- Tax.
comment on column tax_registration.state is 'Null for a registration in the whole country.';
comment on column tax_registration.scheme is
  'Whether it covers its place alone or the whole European Union, and at which rates.';
comment on column tax_registration.version is
  'Counts the changes; events about this registration carry it.';
comment on column tax_transaction.source_id is 'The order or the refund.';
comment on column tax_transaction.calculation_id is 'The calculation of a sale''s tax; null for a refund.';
comment on column tax_transaction.processor_id is
  'The id at the tax provider; null until it has been reported.';

-- Webhooks: members are notified of an endpoint's health.
alter table webhook_lane rename column told_through to notified_through;
comment on column webhook_lane.notified_through is
  'The sequence of the last event about the endpoint''s health that members were notified of.';
comment on column webhook_lane.failed_events is
  'Different events that failed since the last success.';
comment on column webhook_lane.warned_at is 'When members were warned of the present failure.';
comment on column webhook_lane.held_until is
  'End of the lease, by the clock of the database, which all processes share.';
comment on column webhook_endpoint.events is 'The types of events that are sent to it.';
comment on column webhook_endpoint.secret_sealed is 'The signing secret, encrypted for this row.';
comment on column webhook_delivery.id is
  'Sent with every attempt; made of the endpoint and the sequence. @id webhookDelivery';
comment on column webhook_delivery.last_code is
  'The status code of the last attempt; null where there was no response.';
comment on column webhook_attempt.error is 'Why there was no usable response, in words for people.';
comment on column webhook_attempt.response_head is 'The beginning of the response body.';
alter view webhook_taken rename to webhook_handled_delivery;
alter view webhook_listener rename to webhook_subscribed_event;

-- Organizations: an operator sets a user's organization limit.
alter table organization_allowance rename to organization_limit;
alter table organization_limit
  rename constraint organization_allowance_pkey to organization_limit_pkey;
alter table organization_limit
  rename constraint organization_allowance_user_id_fkey to organization_limit_user_id_fkey;
alter table organization_limit
  rename constraint organization_allowance_organizations_max_check
  to organization_limit_organizations_max_check;
comment on column organization_clock.frozen_at is
  'The instant at which the clock is frozen; null while it runs in real time.';
comment on column organization_clock.advance_until is
  'The end of the running advance''s lease, in real time; extended until the advance ends.';
comment on column organization.avatar_url is
  'Called logo in the account API and avatar_url in the billing API.';
comment on column organization.metadata is 'As the application sent it, with the order of its keys.';
comment on column organization.details is
  'What the seller submitted about the business; never shown again.';
comment on column organization.proration_behavior is
  'How a change of plan is charged unless the change says otherwise.';
comment on column organization.dunning_final_action is
  'What happens to a subscription that is not paid in the end.';
comment on column organization.version is
  'Counts the changes; events about this organization carry it.';
comment on column member.role is 'Several roles are joined by commas.';
comment on column invitation.inviter_id is 'Kept when the user is deleted. @id user';
comment on column secret_directory.hash is 'SHA-256 of the secret, which is not stored.';
comment on column organization_access_token.expires_at is 'Null for a token that never expires.';
comment on column organization_access_token.last_used_at is 'Accurate to a few minutes.';

-- Files.
comment on column file.path is 'Where the bytes are stored; a rename does not change it.';
comment on column file.version_name is 'The seller''s name of this version of the file.';
comment on column file.upload_id is 'The storage''s id of the upload.';
comment on column file.upload_parts is 'The range of bytes of each part.';
comment on column file.upload_ends_at is 'Until when parts can be uploaded, in real time.';
comment on column file.version is 'Counts the changes; events about this file carry it.';

-- Customers.
comment on column customer.email is 'As it was entered; unique in any case unless deleted.';
comment on column customer.external_id is 'The id of the customer in the seller''s own system.';
comment on column customer.version is 'Counts the changes; events about this customer carry it.';
comment on column customer_session.expires_at is 'By the organization''s clock.';

-- Other domains read frozen clocks here; an organization without a row lives in real time.
create view frozen_clock as
  select organization_id, frozen_at from organization_clock where frozen_at is not null;
comment on column frozen_clock.organization_id is '@id organization';

-- Jobs that wait under a former name run under the current one, with the keys of their payload in
-- camel case.
do $$
begin
  if to_regclass('graphile_worker._private_tasks') is null then return; end if;
  create temporary table renamed_task (former text, current text) on commit drop;
  insert into renamed_task
    values ('files.clearFile', 'files.clear_file'),
           ('files.clearOrganization', 'files.clear_organization'),
           ('files.sweepUploads', 'files.sweep_uploads'),
           ('customers.sweepSessions', 'customers.sweep_sessions'),
           ('benefits.sweepConnections', 'benefits.sweep_connections'),
           ('identity.answerMailRequest', 'identity.send_requested_mail'),
           ('tax.tellSale', 'tax.report_sale'),
           ('tax.tellRefund', 'tax.report_refund'),
           ('payments.noteNews', 'payments.record_processor_event'),
           ('payments.giveBack', 'payments.refund_unclaimed'),
           ('payments.forgetNews', 'payments.prune_processor_events'),
           ('payments.carryOutSetUp', 'payments.resume_set_up'),
           ('payments.forgetMethod', 'payments.detach_method'),
           ('orders.resumeRefund', 'orders.resume_refund'),
           ('orders.tellRefunded', 'orders.notify_refunded'),
           ('orders.makeInvoices', 'orders.make_invoices'),
           ('orders.noteReportedRefund', 'orders.record_reported_refund'),
           ('orders.noteDispute', 'orders.record_dispute'),
           ('subscription.settleChange', 'subscriptions.complete_paid_change'),
           ('subscription.giveUpChange', 'subscriptions.abandon_change'),
           ('subscriptions.settleAttempts', 'subscriptions.apply_payment_outcomes'),
           ('subscriptions.revokeOfCustomer', 'subscriptions.revoke_customer_subscriptions'),
           ('subscriptions.tryAgain', 'subscriptions.retry_payment'),
           ('subscriptions.tell', 'subscriptions.notify_customer'),
           ('subscriptions.tellExpiringCards', 'subscriptions.notify_expiring_cards'),
           ('subscriptions.runDue', 'subscriptions.run_due'),
           ('checkout.endDue', 'checkout.expire_due'),
           ('portal.sendCode', 'portal.send_code'),
           ('portal.sweepCodes', 'portal.sweep_codes'),
           ('webhooks.tellMembers', 'webhooks.notify_members'),
           ('rateLimits.sweep', 'platform.sweep_rate_limits'),
           ('idempotencyKeys.sweep', 'platform.sweep_idempotency_keys');
  update graphile_worker._private_jobs j
     set payload = (
           select coalesce(json_object_agg(
                    lower(left(key, 1)) || substr(replace(initcap(replace(
                      regexp_replace(key, '([A-Z])', '_\1', 'g'), '_', ' ')), ' ', ''), 2),
                    value), '{}')
             from json_each(j.payload))
    from graphile_worker._private_tasks t join renamed_task r on t.identifier = r.former
   where j.task_id = t.id and json_typeof(j.payload) = 'object';
  update graphile_worker._private_tasks t set identifier = r.current
    from renamed_task r
   where t.identifier = r.former;
end $$;

-- Checkout and portal.
alter table checkout rename column made_customer_id to created_customer_id;
comment on column checkout.created_customer_id is
  'The customer that a confirmation of this checkout created. @id customer';
comment on column checkout.secret_key_id is 'The key of the server that the secret is derived with.';
comment on column checkout.tax is 'The calculated tax; null while the address is incomplete.';
comment on column checkout.is_customer_given is
  'Whether the seller named the customer; otherwise the buyer claims to be them.';
comment on column checkout.payment_id is
  'The current payment; events of earlier ones are ignored. @id payment';
comment on column checkout.expires_at is 'By the organization''s clock.';
comment on column checkout.version is
  'Counts the changes; a decision made on an earlier version is not saved.';
comment on column checkout_link.client_secret is
  'The end of the URL. Whoever knows it can only create a checkout.';
comment on column checkout_link.success_url is
  'Where the buyer is sent after the purchase; {CHECKOUT_ID} is replaced by the id.';
comment on column checkout_link.metadata is 'Copied to every checkout of this link.';
comment on column checkout_link.version is 'Counts the changes; events about this link carry it.';
comment on column portal_code.code_mac is
  'A signature with a key of the server, because a hash of so short a code could be guessed.';
comment on column webhook_endpoint.previous_secret_until is
  'In real time: until then both secrets sign.';
comment on column webhook_endpoint.disabled_reason is
  'Whether a member disabled it, or the server suspended it after repeated failures.';
comment on column webhook_lane.read_through is 'All events up to this sequence were sent once.';
comment on column webhook_lane.read_at is 'When that event was logged; earlier events need not be read.';
comment on column webhook_lane.due_at is 'The earliest next attempt of a waiting delivery.';
comment on column webhook_delivery.attempts_before is
  'The number of attempts when the schedule was last restarted.';
alter table checkout
  rename constraint checkout_organization_id_made_customer_id_fkey
  to checkout_organization_id_created_customer_id_fkey;
alter domain asked_amount rename to requested_amount;
