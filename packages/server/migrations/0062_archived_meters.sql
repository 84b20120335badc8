-- An archived meter goes on counting, but isn't offered for new prices and benefits.
alter table meter add column is_archived boolean not null default false;
