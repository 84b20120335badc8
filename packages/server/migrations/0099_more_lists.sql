-- License keys and usage events have columns to choose and saved views, too.
alter table saved_view
  drop constraint saved_view_list_check,
  add constraint saved_view_list_check check (list in ('orders', 'customers', 'subscriptions',
    'products', 'discounts', 'checkouts', 'disputes', 'audit_log', 'license_keys', 'usage_events'));

alter table list_columns
  drop constraint list_columns_list_check,
  add constraint list_columns_list_check check (list in ('orders', 'customers', 'subscriptions',
    'products', 'discounts', 'checkouts', 'disputes', 'audit_log', 'license_keys', 'usage_events'));

-- What jobs did has entries in the audit log, too. They have no actor with an id.
alter table audit_log_entry
  drop constraint audit_log_entry_actor_type_check,
  drop constraint audit_log_entry_check,
  add constraint audit_log_entry_actor_type_check
    check (actor_type in ('user', 'access_token', 'operator', 'server_key', 'system')),
  add constraint audit_log_entry_check
    check ((actor_type = 'server_key' or actor_type = 'system') = (actor_id is null));
