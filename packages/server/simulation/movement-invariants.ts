import { ownRows, subscriptions } from './world-rows.ts'

const prices = ownRows('subscription_price')
const movements = ownRows('subscription_movement')

/** Of one price each period, less a discount for ever; a percentage is rounded for each. */
const listed = `
  select coalesce(sum(p.amount * p.quantity
                      - case when d.type = 'percentage' and d.duration = 'forever'
                             then round(p.amount * p.quantity * d.basis_points / 10000.0)
                             else 0 end), 0)
         - case when d.type = 'fixed' and d.duration = 'forever'
                then least(d.amount, coalesce(sum(p.amount * p.quantity), 0)) else 0 end
    from ${prices} p
   where p.subscription_id = s.id and p.kind in ('fixed', 'custom')`

const perMonth = (amount: string): string =>
  `round(${amount} / case s.recurring_interval when 'year' then 12.0 else 1.0 end)`

/** What each subscription brings in now, from its own rows. */
const current = `
  (select s.id, s.product_id, s.currency,
          case when s.is_live and s.status in ('active', 'past_due')
               then ${perMonth('s.listed')} else 0 end as list,
          case when s.is_live and s.status in ('active', 'past_due')
               then ${perMonth('s.amount')} else 0 end as billing,
          case when s.is_live and s.status = 'trialing'
               then ${perMonth('s.listed')} else 0 end as trial,
          case when s.is_live and s.status in ('active', 'past_due')
                    and not s.cancel_at_period_end
               then ${perMonth('s.listed')} else 0 end as committed,
          s.is_live::int as running
     from (select s.*, s.started_at is not null and s.ended_at is null as is_live, l.listed
             from ${subscriptions} s
             left join discount d on d.organization_id = w.id and d.id = s.discount_id
            cross join lateral (${listed} group by d.type, d.duration, d.amount) l (listed)
           union all
           select s.*, s.started_at is not null and s.ended_at is null, 0
             from ${subscriptions} s
            where not exists (select from ${prices} p
                               where p.subscription_id = s.id and p.kind in ('fixed', 'custom'))) s)`

/** What the ledger says that it brings in, by product and currency. */
const moved = `
  (select m.subscription_id as id, m.product_id, m.currency, sum(m.list_amount) as list,
          sum(m.billing_amount) as billing, sum(m.trial_amount) as trial,
          sum(m.committed_amount) as committed,
          sum(m.started - m.ended + m.switched) as running
     from ${movements} m group by 1, 2, 3)`

const sums = (row: string): string =>
  ['list', 'billing', 'trial', 'committed', 'running']
    .map((sum) => `coalesce(${row}.${sum}, 0)`)
    .join(', ')

export const movementInvariants = {
  'what subscriptions bring in is the sum of their movements': `
    select coalesce(c.id, m.id)::text || ' ' || coalesce(c.list, 0) || ' not '
           || coalesce(m.list, 0) as violation
      from ${current} c
      full join ${moved} m using (id, product_id, currency)
     where (${sums('c')}) is distinct from (${sums('m')})`,
  'revenue only churns where a subscription ends': `
    select m.subscription_id::text as violation from ${movements} m
     where m.kind = 'churn' and m.ended = 0`,
  'a subscription is new once, and a customer comes back only after leaving': `
    select m.subscription_id::text as violation from ${movements} m
     where m.kind in ('new', 'reactivation') and exists (
       select from ${movements} e
        where e.subscription_id = m.subscription_id and e.version < m.version
          and e.list_amount <> 0)
        or m.kind = 'reactivation' and not exists (
       select from ${movements} e
        where e.customer_id = m.customer_id and e.kind = 'churn'
          and e.occurred_at <= m.occurred_at)`,
} as const
