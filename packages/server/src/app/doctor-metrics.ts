import type pg from 'pg'
import { recountQuery } from '../domains/metrics/store/recount-query.ts'
import { type Finding, fine, weak, wrong } from './findings.ts'

/** How many differences are printed one by one. */
const listedMax = 50

/**
 * Counts the days of metrics again from what they are made of, and compares the movements
 * with what subscriptions bring in by their own rows.
 */
export async function examineMetrics(client: pg.Client): Promise<Finding[]> {
  if (!(await hasMetrics(client))) return []
  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query("set local statement_timeout = '15min'")
    const found = [...(await differingDays(client)), ...(await unexplainedRunRates(client))]
    const waiting = await customersWithoutHistory(client)
    return [
      ...(found.length === 0
        ? [fine('metrics are what orders, checkouts and subscriptions add up to')]
        : found.slice(0, listedMax).map((text) => wrong(text))),
      ...(found.length > listedMax ? [wrong('there are more findings than are listed')] : []),
      ...(waiting === 0
        ? []
        : [weak(`the history of ${waiting} customers is still to be added to the metrics`)]),
    ]
  } finally {
    await client.query('rollback')
  }
}

/** A missing migration has its own finding. */
async function hasMetrics(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select num_nulls(to_regclass('metrics_difference'), to_regclass('movement_backfill')) = 0
       as found`,
  )
  return rows[0]?.found === true
}

interface Difference {
  readonly organization: string
  readonly day: string
  readonly currency: string
  readonly figure: string
  readonly rolledUp: number
  readonly counted: number
}

async function differingDays(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<Difference>(
    `select g.slug as organization,
            coalesce(to_char(d.day at time zone 'utc', 'YYYY-MM-DD HH24:MI'), 'the beginning') as day,
            d.currency, d.figure, d.rolled_up as "rolledUp", d.counted
       from (${recountQuery}) d
       join organization g on g.id = d.organization
      order by 1, 2, 3, 4`,
    [null, listedMax + 1],
  )
  return rows.map(
    ({ organization, day, currency, figure, rolledUp, counted }) =>
      `metrics of ${organization} since ${day} in ${currency}: ${figure} is ${rolledUp}, ` +
      `but ${counted} when it is counted`,
  )
}

interface RunRate {
  readonly organization: string
  readonly id: string
  readonly moved: number
  readonly amount: number
}

/** The billing run-rate of a subscription follows from its row alone. */
async function unexplainedRunRates(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<RunRate>(`
    select g.slug as organization, s.id, coalesce(m.amount, 0)::bigint as moved,
           r.amount::bigint as amount
      from subscription s
      join organization g on g.id = s.organization_id
     cross join lateral (select case
       when s.started_at is not null and s.ended_at is null and s.status in ('active', 'past_due')
       then round(s.amount / case s.recurring_interval when 'year' then 12.0 else 1.0 end)
       else 0 end as amount) r
      left join (select organization_id, subscription_id, sum(billing_amount) as amount
                   from subscription_movement group by 1, 2) m
        on m.organization_id = s.organization_id and m.subscription_id = s.id
     where coalesce(m.amount, 0) <> r.amount
       and not exists (select from movement_backfill b
                        where b.organization_id = s.organization_id
                          and b.customer_id = s.customer_id)
     order by 1, 2
     limit ${listedMax + 1}`)
  return rows.map(
    ({ organization, id, moved, amount }) =>
      `subscription ${id} of ${organization} brings in ${amount} per month, but its movements ` +
      `add up to ${moved}`,
  )
}

async function customersWithoutHistory(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from movement_backfill',
  )
  return rows[0]?.count ?? 0
}
