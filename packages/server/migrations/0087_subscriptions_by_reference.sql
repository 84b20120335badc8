-- Subscriptions by what they were bought for, which applications name in the metadata.
create index subscription_by_reference
  on subscription (organization_id, (metadata ->> 'referenceId'))
  where metadata ->> 'referenceId' is not null;
