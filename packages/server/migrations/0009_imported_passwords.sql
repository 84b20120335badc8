-- Few, and in time none: each check of a password asks whether there are any.
create index account_imported on account (id) where password_hash not like '$argon2id$%';
comment on index account_imported is
  'Hashes that users brought from elsewhere; each is replaced when its user signs in.';
