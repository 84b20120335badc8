-- Whose a secret is, is asked first, in a statement of its own.
drop view secret_owner;
