-- License keys and usage events have columns to choose and saved views, too.
alter table saved_view
  drop constraint saved_view_list_check,
  add constraint saved_view_list_check check (list in ('orders', 'customers', 'subscriptions',
    'products', 'discounts', 'checkouts', 'disputes', 'audit_log', 'license_keys', 'usage_events'));

alter table list_columns
  drop constraint list_columns_list_check,
  add constraint list_columns_list_check check (list in ('orders', 'customers', 'subscriptions',
    'products', 'discounts', 'checkouts', 'disputes', 'audit_log', 'license_keys', 'usage_events'));
