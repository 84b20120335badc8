-- A buyer whom the seller knows by an external id alone may type any address, and the seller's word
-- for them says nothing about it. Such an address is claimed by nobody: what is bought with the
-- address alone belongs to another customer. Earlier such customers keep what they have.
alter table customer add column is_email_claimed boolean not null default true;
comment on column customer.is_email_claimed is
  'Whether purchases with the address alone belong to the customer; false where a buyer with an external id typed it.';

update customer c set is_email_claimed = false
  from checkout k
 where k.organization_id = c.organization_id and k.created_customer_id = c.id
   and k.customer_external_id = c.external_id and lower(k.customer_email) = lower(c.email)
   and not c.email_verified and c.deleted_at is null;

drop index customer_email;
create unique index customer_email on customer (organization_id, lower(email))
  where deleted_at is null and is_email_claimed;
create index customer_by_email on customer (organization_id, lower(email))
  where deleted_at is null;
comment on column customer.email is
  'As it was written; unique in any case among the living who claim theirs.';
