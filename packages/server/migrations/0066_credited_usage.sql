-- What credits cover of each period. Usage that isn’t burned yet burns what open lots have left; where
-- several periods of a customer wait for the same lots, which of them serve which is only known then.
create view covered_usage as
  select u.organization_id, u.customer_id, u.meter_id, u.subscription_id, u.starts_at,
         coalesce(b.burned - b.overage - b.billed, 0)
           + case when u.is_open then least(greatest(u.consumed_units - coalesce(b.burned, 0), 0),
                                            lots.remaining) else 0 end as covered_units
    from metered_usage u
    join credit_account a on a.organization_id = u.organization_id
     and a.customer_id = u.customer_id and a.meter_id = u.meter_id
    left join frozen_clock f on f.organization_id = u.organization_id
    left join credit_burn b on b.organization_id = u.organization_id
     and b.customer_id = u.customer_id and b.meter_id = u.meter_id
     and b.subscription_id = u.subscription_id and b.starts_at = u.starts_at
   cross join lateral (
     select coalesce(sum(l.remaining), 0) as remaining from credit_lot l
      where l.organization_id = u.organization_id and l.customer_id = u.customer_id
        and l.meter_id = u.meter_id and l.closed_by is null
        and (l.expires_at is null
             or l.expires_at > coalesce(f.frozen_at, statement_timestamp()))) lots;
comment on column covered_usage.organization_id is '@id organization';
comment on column covered_usage.customer_id is '@id customer';
comment on column covered_usage.meter_id is '@id meter';
comment on column covered_usage.subscription_id is '@id subscription';
