-- New organizations can sell by usage at once; those that exist keep what they chose.
alter table organization alter column usage_based_billing_enabled set default true;
