-- Credits: units of a meter that customers have in advance, in lots. Usage burns them lazily: how far
-- it was burned is stored for each period of usage, and what it used since is taken off when a
-- balance is read.
create table credit_account (
  organization_id uuid not null references organization on delete cascade,
  customer_id uuid not null,
  meter_id uuid not null,
  version bigint not null default 0,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (organization_id, customer_id, meter_id),
  foreign key (organization_id, customer_id) references customer (organization_id, id),
  foreign key (organization_id, meter_id) references meter (organization_id, id)
);
comment on table credit_account is
  'A customer who has, or had, credits of a meter. Locked while it is decided about.';
comment on column credit_account.customer_id is '@id customer';
comment on column credit_account.meter_id is '@id meter';
comment on column credit_account.version is 'Counts what changed it; events about it carry it.';
comment on column credit_account.created_at is
  'By the organization''s clock. Periods that had ended by then are billed without it.';

create table credit_lot (
  organization_id uuid not null references organization on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  meter_id uuid not null,
  source text not null check (source in ('grant', 'purchase', 'rollover', 'present', 'refund')),
  source_id uuid not null,
  amount numeric not null check (amount > 0),
  remaining numeric not null check (remaining between 0 and amount),
  priority integer not null,
  rolls_over boolean not null,
  reason text check (length(reason) between 1 and 500),
  created_at timestamptz not null,
  expires_at timestamptz,
  closed_by text check (closed_by in ('expiry', 'reset', 'revocation')),
  closed_at timestamptz,
  withheld numeric not null default 0 check (withheld >= 0),
  primary key (organization_id, id),
  foreign key (organization_id, customer_id, meter_id) references credit_account on delete cascade,
  constraint credit_lot_closed
    check ((closed_by is null) = (closed_at is null) and (closed_by is null or remaining = 0)),
  constraint credit_lot_withheld check (withheld = 0 or closed_by = 'revocation')
);
comment on table credit_lot is 'Credits that came together.';
comment on column credit_lot.id is '@id creditLot';
comment on column credit_lot.customer_id is '@id customer';
comment on column credit_lot.meter_id is '@id meter';
comment on column credit_lot.source_id is
  'The grant, order item or present; what rolled over keeps that of its grant.';
comment on column credit_lot.remaining is 'Less what was used since the account was decided about.';
comment on column credit_lot.priority is 'Lots with a smaller number are burned first.';
comment on column credit_lot.rolls_over is 'Whether what is left when the next period is paid stays.';
comment on column credit_lot.reason is 'Why the seller gave it.';
comment on column credit_lot.created_at is 'By the organization''s clock.';
comment on column credit_lot.withheld is 'What a revocation took, and gives back where it is undone.';
create index credit_lot_of_account
  on credit_lot (organization_id, customer_id, meter_id, created_at, id);
create index credit_lot_open on credit_lot (organization_id, customer_id, meter_id)
  where closed_by is null;
create index credit_lot_of_source on credit_lot (organization_id, source_id)
  where closed_by is null or closed_by = 'revocation';
create index credit_lot_to_expire on credit_lot (expires_at) where closed_by is null;

create table credit_burn (
  organization_id uuid not null references organization on delete cascade,
  customer_id uuid not null,
  meter_id uuid not null,
  subscription_id uuid not null,
  starts_at timestamptz not null,
  burned numeric not null check (burned >= 0),
  overage numeric not null check (overage >= 0),
  billed numeric not null check (billed >= 0),
  primary key (organization_id, customer_id, meter_id, subscription_id, starts_at),
  foreign key (organization_id, customer_id, meter_id) references credit_account on delete cascade,
  constraint credit_burn_parts check (overage + billed <= burned)
);
comment on table credit_burn is 'How far the usage of a period was burned. What was neither overage nor billed, lots served.';
comment on column credit_burn.customer_id is '@id customer';
comment on column credit_burn.meter_id is '@id meter';
comment on column credit_burn.subscription_id is
  '@id subscription All zeros for usage outside of subscriptions.';
comment on column credit_burn.starts_at is 'Of the period.';
comment on column credit_burn.burned is 'So many units of what the period used were decided about.';
comment on column credit_burn.overage is 'Still without credits, and not billed.';
comment on column credit_burn.billed is 'Without credits when it was billed.';

create table credit_lot_burn (
  organization_id uuid not null,
  customer_id uuid not null,
  meter_id uuid not null,
  subscription_id uuid not null,
  starts_at timestamptz not null,
  lot_id uuid not null,
  units numeric not null check (units >= 0),
  covered numeric not null check (covered >= 0),
  primary key (organization_id, customer_id, meter_id, subscription_id, starts_at, lot_id),
  foreign key (organization_id, customer_id, meter_id, subscription_id, starts_at)
    references credit_burn on delete cascade,
  foreign key (organization_id, lot_id) references credit_lot on delete cascade
);
comment on table credit_lot_burn is 'What a lot served of the usage of a period.';
comment on column credit_lot_burn.organization_id is '@id organization';
comment on column credit_lot_burn.customer_id is '@id customer';
comment on column credit_lot_burn.meter_id is '@id meter';
comment on column credit_lot_burn.subscription_id is '@id subscription';
comment on column credit_lot_burn.lot_id is '@id creditLot';
comment on column credit_lot_burn.units is 'When it was burned.';
comment on column credit_lot_burn.covered is 'Later, when it was overage.';
create index credit_lot_burn_of_lot on credit_lot_burn (organization_id, lot_id);

create table credit_movement (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  meter_id uuid not null,
  cause text not null,
  position integer not null check (position > 0),
  kind text not null check (kind in ('open', 'burn', 'cover', 'uncover', 'restore', 'expire',
    'reset', 'roll_over', 'revoke', 'reinstate', 'refund', 'deduct', 'bill')),
  lot_id uuid,
  units numeric not null,
  balance numeric not null,
  subscription_id uuid,
  starts_at timestamptz,
  reason text check (length(reason) between 1 and 500),
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint credit_movement_once unique (organization_id, cause, customer_id, meter_id, position)
);
comment on table credit_movement is 'Every change of an account, for ever.';
comment on column credit_movement.organization_id is '@id organization';
comment on column credit_movement.id is '@id creditMovement';
comment on column credit_movement.customer_id is '@id customer';
comment on column credit_movement.meter_id is '@id meter';
comment on column credit_movement.cause is 'What happened, which moves an account once.';
comment on column credit_movement.position is 'Among the movements of its cause.';
comment on column credit_movement.lot_id is '@id creditLot Null where an overage changed.';
comment on column credit_movement.units is 'What the balance gained, or lost where negative.';
comment on column credit_movement.balance is 'What is left in all lots, less all overages, after it.';
comment on column credit_movement.subscription_id is
  '@id subscription Of the usage that was burned. All zeros outside of subscriptions.';
comment on column credit_movement.starts_at is 'Of the period whose usage was burned.';
comment on column credit_movement.reason is 'Why the seller did it.';
comment on column credit_movement.created_at is 'By the organization''s clock.';
create index credit_movement_of_account
  on credit_movement (organization_id, customer_id, meter_id, created_at, id);
select guildhall_append_only('credit_movement');

-- The balances as a decision would leave them now. Usage that isn't burned yet burns lots in their
-- order, those included that have expired since the account was decided about: it was reported in time.
create view customer_credit as
  select a.organization_id, a.customer_id, a.meter_id, a.modified_at,
         u.lasting + lots.remaining - u.rising - u.overage + u.falling as credited_units,
         lots.remaining - u.rising - u.overage + u.falling + u.ahead as balance
    from credit_account a
    left join frozen_clock f on f.organization_id = a.organization_id
   cross join lateral (select coalesce(f.frozen_at, statement_timestamp()) as instant) t
   cross join lateral (
     select coalesce(sum(greatest(p.used - p.burned, 0)), 0) as rising,
            coalesce(sum(p.overage), 0) as overage,
            coalesce(sum(p.used) filter (where p.lasts), 0) as lasting,
            coalesce(sum(greatest(-p.consumed_units, 0)) filter (where p.lasts), 0) as ahead,
            coalesce(sum(case when p.used < p.burned then least(p.burned - p.used, p.overage + (
              select coalesce(sum(s.units + s.covered), 0)
                from credit_lot_burn s
                join credit_lot l on l.organization_id = s.organization_id and l.id = s.lot_id
               where s.organization_id = a.organization_id and s.customer_id = a.customer_id
                 and s.meter_id = a.meter_id and s.subscription_id = p.subscription_id
                 and s.starts_at = p.starts_at and l.closed_by is null
                 and (l.expires_at is null or l.expires_at > t.instant))) end), 0) as falling
       from (select subscription_id, starts_at, m.consumed_units,
                    greatest(coalesce(m.consumed_units, 0), 0) as used,
                    coalesce(b.burned, 0) as burned, coalesce(b.overage, 0) as overage,
                    coalesce(m.ends_at > t.instant, false) as lasts
               from (select subscription_id, starts_at, ends_at, consumed_units
                       from metered_usage
                      where organization_id = a.organization_id and customer_id = a.customer_id
                        and meter_id = a.meter_id) m
               full join (select subscription_id, starts_at, burned, overage
                            from credit_burn
                           where organization_id = a.organization_id
                             and customer_id = a.customer_id and meter_id = a.meter_id) b
              using (subscription_id, starts_at)) p) u
   cross join lateral (
     select coalesce(sum(case when l.expires_at <= t.instant
                              then least(l.remaining, greatest(u.rising - l.before, 0))
                              else l.remaining end), 0) as remaining
       from (select remaining, expires_at,
                    coalesce(sum(remaining) over (
                      order by priority, expires_at, rolls_over, created_at, id
                      rows between unbounded preceding and 1 preceding), 0) as before
               from credit_lot
              where organization_id = a.organization_id and customer_id = a.customer_id
                and meter_id = a.meter_id and closed_by is null) l) lots;
comment on column customer_credit.customer_id is '@id customer';
comment on column customer_credit.meter_id is '@id meter';
comment on column customer_credit.credited_units is
  'What lots have left, with what they served of the periods that last.';

-- With the credits. Without an account, everything that is used is used without credits.
create or replace view customer_meter_quantity as
  select m.organization_id, m.id, m.customer_id, m.meter_id, m.created_at, l.name as meter_name,
         l.aggregation_func,
         greatest(coalesce(p.modified_at, m.created_at), c.modified_at) as modified_at,
         coalesce(p.event_count, 0) as event_count, coalesce(p.sum, 0) as sum, p.max, p.min,
         coalesce(c.credited_units, 0) as credited_units,
         coalesce(c.balance, -metered_value(l.aggregation_func, coalesce(p.event_count, 0),
                                            coalesce(p.sum, 0), p.max, p.min)) as balance
    from customer_meter m
    join meter_label l on l.organization_id = m.organization_id and l.id = m.meter_id
    left join frozen_clock f on f.organization_id = m.organization_id
    left join customer_credit c on c.organization_id = m.organization_id
     and c.customer_id = m.customer_id and c.meter_id = m.meter_id
   cross join lateral (
     select max(modified_at) as modified_at, sum(event_count)::bigint as event_count,
            sum(sum) as sum, max(max) as max, min(min) as min
       from usage_period p
      where p.organization_id = m.organization_id and p.customer_id = m.customer_id
        and p.meter_id = m.meter_id and p.entity = ''
        and p.ends_at > coalesce(f.frozen_at, statement_timestamp())) p;

-- The period in which a source entitles, so that credits come once for each.
create or replace view entitling_subscription as
  select organization_id, id, customer_id, product_id,
         revoked_at is null and ended_at is null
           and status in ('trialing', 'active', 'past_due') as is_entitled,
         current_period_start as period_start
    from subscription;

create or replace view entitling_order as
  select o.organization_id, o.id, o.customer_id, o.product_id,
         o.status in ('paid', 'refunded', 'partially_refunded')
           and not exists (
             select from refund r
              where r.organization_id = o.organization_id and r.order_id = o.id
                and r.revoke_benefits and r.status = 'succeeded')
           and not exists (
             select from dispute d
               join organization g on g.id = d.organization_id and g.dispute_behavior <> 'keep'
              where d.organization_id = o.organization_id and d.order_id = o.id
                and d.status = 'lost') as is_entitled,
         o.created_at as period_start
    from orders o
   where o.billing_reason = 'purchase' and o.subscription_id is null;

create or replace view placed_order as
  select organization_id, id, checkout_id, subscription_id, created_at, period_start from orders;
