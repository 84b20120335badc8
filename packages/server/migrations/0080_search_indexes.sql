-- What the search of the dashboard finds by its beginning. Each index begins with the organization
-- and is sorted by bytes, so that a reading takes the first few of a range and stops.
create index customer_by_email_prefix
  on customer (organization_id, (lower(email) collate "C"), id)
  where deleted_at is null;
create index customer_by_name_prefix
  on customer (organization_id, (lower(name) collate "C"), id)
  where deleted_at is null;
create index customer_by_second_word
  on customer (organization_id, (lower(substr(name, strpos(name, ' ') + 1)) collate "C"), id)
  where deleted_at is null and strpos(name, ' ') > 0;
-- Of two words, the second is the last.
create index customer_by_last_word
  on customer (organization_id, (lower(substring(name from '[^ ]+$')) collate "C"), id)
  where deleted_at is null and name like '% % %';

create index invoice_by_number_prefix
  on invoice (organization_id, (lower(number) collate "C"), id);

create index license_key_by_shown_characters
  on license_key (organization_id, right(display_key, 6), id);
