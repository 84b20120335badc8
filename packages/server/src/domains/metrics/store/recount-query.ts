import { cancellationReasons } from '@guildhall/contract/subscriptions/subscription-shapes'

interface Source {
  readonly from: string
  readonly at: string
  /** What a row adds to the figures of its day. */
  readonly adds: Readonly<Record<string, string>>
}

const isRefund = "kind like 'refund%'"

const sources: readonly Source[] = [
  {
    from: 'placed_order',
    at: 'created_at',
    adds: {
      orders: '1',
      revenue: 'net_amount',
      one_time_orders: '(subscription_id is null)::int',
      one_time_revenue: 'case when subscription_id is null then net_amount else 0 end',
      recurring_revenue: 'case when subscription_id is null then 0 else net_amount end',
    },
  },
  {
    from: `(select m.*, s.customer_cancellation_reason as reason
              from recurring_movement m
              join subscription_start s
                on s.organization_id = m.organization_id and s.id = m.subscription_id) m`,
    at: 'occurred_at',
    adds: {
      list_amount: 'list_amount',
      billing_amount: 'billing_amount',
      trial_amount: 'trial_amount',
      committed_amount: 'committed_amount',
      churn_amount: "case kind when 'churn' then list_amount else 0 end",
      started: 'started',
      ended: 'ended',
      ...Object.fromEntries(
        cancellationReasons.map((reason) => [
          `cancellations_${reason}`,
          `case reason when '${reason}' then ended else 0 end`,
        ]),
      ),
    },
  },
  {
    from: 'opened_checkout',
    at: 'created_at',
    adds: { checkouts: '1', succeeded: "(status = 'succeeded')::int" },
  },
  {
    from: 'order_correction',
    at: 'occurred_at',
    adds: {
      refunds: `case when ${isRefund} then counted else 0 end`,
      refunded_amount: `case when ${isRefund} then net_amount else 0 end`,
      disputes: "case kind when 'dispute' then counted else 0 end",
      lost_disputes: "case kind when 'dispute_lost' then counted else 0 end",
      lost_amount: "case kind when 'dispute_lost' then net_amount else 0 end",
    },
  },
  { from: 'charged_order', at: 'occurred_at', adds: { payments: '1' } },
  {
    from: `(select organization_id, order_id, currency, min(created_at) as failed_at,
                   (array_agg(amount order by created_at, id))[1] as amount
              from order_payment where status = 'failed' group by 1, 2, 3) f`,
    at: 'failed_at',
    adds: { failed_payments: '1', failed_amount: 'amount' },
  },
  {
    from: `(select p.organization_id, p.currency, p.created_at, p.amount
              from order_payment p
             where p.status = 'succeeded'
               and (p.organization_id, p.order_id) in (
                 select f.organization_id, f.order_id from order_payment f
                  where f.status = 'failed')) r`,
    at: 'created_at',
    adds: { recovered_payments: '1', recovered_amount: 'amount' },
  },
  { from: 'billed_usage', at: 'created_at', adds: { usage_revenue: 'net_amount' } },
]

const figures = sources.flatMap(({ adds }) => Object.keys(adds))

const allOf = (adds: Source['adds']): string =>
  figures.map((figure) => `(${adds[figure] ?? '0'})::bigint as ${figure}`).join(', ')

/** The first parameter is a list of organizations, or null for all. */
const isAsked = '($1::uuid[] is null or organization_id = any($1))'

const happened = sources.map(
  ({ from, at, adds }) => `
    select organization_id, currency, ${at} as at, null::timestamptz as starts_at, ${allOf(adds)}
      from ${from} where ${isAsked}`,
)

/**
 * Counts the days of organizations again and returns what differs, for the organizations of the
 * first parameter, or all where it is null, and as many as the second says. Each row belongs to the
 * last day before it that has figures, or to the time after all of them; in between nothing may have
 * happened. One pass over the rows in the order of time finds it.
 */
export const recountQuery = `
  with happened as (${happened.join('\n    union all')}
    union all
    select organization_id, currency, starts_at, starts_at, ${figures.map(() => '0').join(', ')}
      from metrics_day where product_id is null and ${isAsked}
    union all
    select r.organization_id, c.currency, b.at, b.at, ${figures.map(() => '0').join(', ')}
      from metrics_roll_up r
     cross join lateral (
       select currency from placed_order o where o.organization_id = r.organization_id
       union select currency from recurring_movement m where m.organization_id = r.organization_id
       union select currency from opened_checkout k where k.organization_id = r.organization_id) c
     cross join lateral (values ('-infinity'::timestamptz), (r.rolled_up_until)) b (at)
     where ${isAsked}),
  placed as (
    select h.*, max(starts_at) over (
             partition by organization_id, currency
                 order by at, starts_at nulls last rows unbounded preceding) as day
      from happened h),
  counted as (
    select p.organization_id, p.currency, p.day as starts_at,
           ${figures.map((one) => `sum(p.${one})::bigint as ${one}`).join(', ')}
      from placed p
      join metrics_roll_up r on r.organization_id = p.organization_id
     where p.day < r.rolled_up_until
     group by 1, 2, 3)
  select c.organization_id as organization, nullif(c.starts_at, '-infinity') as day, c.currency,
         f.figure, f.rolled_up::bigint as rolled_up, f.counted::bigint as counted
    from counted c
    left join metrics_day d
      on d.organization_id = c.organization_id and d.product_id is null
     and d.currency = c.currency and d.starts_at = c.starts_at
   cross join lateral (values
     ${figures.map((one) => `('${one}', coalesce(d.${one}, 0), c.${one})`).join(',\n     ')})
     f (figure, rolled_up, counted)
   where f.rolled_up <> f.counted
   order by c.organization_id, c.starts_at, c.currency, f.figure
   limit $2`
