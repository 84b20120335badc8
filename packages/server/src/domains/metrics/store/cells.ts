import { revenueMovementKinds } from '@guildhall/contract/metrics/movement-kinds'
import { cancellationReasons } from '@guildhall/contract/subscriptions/subscription-shapes'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import {
  bounds,
  type Cell,
  type CellQuery,
  type Column,
  cellOf,
  ofTypes,
  productOf,
  whom,
  within,
} from './cell-query.ts'
import { correctionCells, failureCells, paymentCells, usageCells } from './money-cells.ts'

/** Counts the rows themselves. Each kind of row is a statement, and all are sent together. */
export async function countCells(
  tx: Transaction<Tables>,
  query: CellQuery,
): Promise<readonly Cell[]> {
  const counted = await Promise.all(kinds.map((of) => of(query).execute(tx)))
  return counted.flatMap(({ rows }) => rows)
}

const kinds = [
  orderCells,
  movementCells,
  payerCells,
  checkoutCells,
  correctionCells,
  paymentCells,
  failureCells,
  usageCells,
]

function orderCells(query: CellQuery): RawBuilder<Cell> {
  const { buckets, filter, byProduct, since } = query
  const at = sql`o.created_at`
  const isSameProduct = byProduct ? sql`and e.product_id = o.product_id` : sql``
  const byInterval = buckets.flatMap(({ interval }) => {
    const starts = sql.ref(`b.${interval}`)
    const of = (instant: Column) => sql`width_bucket(${instant}, ${starts})`
    const begins = sql`(${starts})[${of(at)}]`
    const first = since === null ? begins : sql`greatest(${begins}, ${since}::timestamptz)`
    return [
      sql`, coalesce(sum(o.net_amount) filter (where ${of(sql`s.started_at`)} = ${of(at)}), 0)::bigint
            as ${sql.ref(`new_revenue_${interval}`)}`,
      sql`, count(*) filter (where ${of(sql`s.started_at`)} <> ${of(at)}
                               and (p.at is null or p.at < ${first}))
            as ${sql.ref(`renewed_${interval}`)}`,
    ]
  })
  return sql<Cell>`
    select ${cellOf(at)} as "startsAt", ${productOf(query, 'o')} as "productId", o.currency,
           count(*) as orders, sum(o.net_amount)::bigint as revenue,
           count(*) filter (where o.subscription_id is null) as "oneTimeOrders",
           coalesce(sum(o.net_amount) filter (where o.subscription_id is null), 0)::bigint
             as "oneTimeRevenue",
           coalesce(sum(o.net_amount) filter (where o.subscription_id is not null), 0)::bigint
             as "recurringRevenue"
           ${sql.join(byInterval, sql` `)}
      from placed_order o
     cross join ${bounds(query)}
      left join subscription_start s
        on s.organization_id = o.organization_id and s.id = o.subscription_id
      left join lateral (
        select e.created_at as at from placed_order e
         where e.organization_id = o.organization_id and e.subscription_id = o.subscription_id
           and (e.created_at, e.id) < (o.created_at, o.id) ${isSameProduct} ${whom(filter, 'e')}
         order by e.created_at desc, e.id desc
         limit 1) p on true
     where ${within(query, 'o', at)} ${whom(filter, 'o')}
           ${ofTypes(filter, sql`(o.subscription_id is not null)`)}
     group by 1, 2, 3`
}

function movementCells(query: CellQuery): RawBuilder<Cell> {
  const { filter } = query
  const at = sql`m.occurred_at`
  const sum = (column: string) =>
    sql`, sum(${sql.ref(`m.${column}`)})::bigint as ${sql.ref(column)}`
  const ofKind = (kind: string) => sql`,
    coalesce(sum(m.list_amount) filter (where m.kind = ${kind}), 0)::bigint
      as ${sql.ref(`${kind}_amount`)}`
  const forReason = (reason: string) => sql`,
    count(*) filter (where s.customer_cancellation_reason = ${reason})
      as ${sql.ref(`cancellations_${reason}`)}`
  return sql<Cell>`
    select ${cellOf(at)} as "startsAt", ${productOf(query, 'm')} as "productId", m.currency
           ${sql.join(amounts.map(sum), sql` `)} ${sql.join(revenueMovementKinds.map(ofKind), sql` `)}
           ${sql.join(cancellationReasons.map(forReason), sql` `)}
      from recurring_movement m
     cross join ${bounds(query)}
      left join subscription_start s
        on m.ended = 1 and s.organization_id = m.organization_id and s.id = m.subscription_id
     where ${within(query, 'm', at)} ${whom(filter, 'm')} ${ofTypes(filter, sql`true`)}
     group by 1, 2, 3`
}

const amounts = [
  'list_amount',
  'billing_amount',
  'trial_amount',
  'committed_amount',
  'started',
  'ended',
  'switched',
]

/** How many times customers began to pay, and stopped: by all that a customer has at a moment. */
export function payerCells(query: CellQuery): RawBuilder<Cell> {
  const { filter, from, byProduct } = query
  const earlier =
    from === null
      ? sql`0`
      : sql`coalesce((
          select sum(e.list_amount) from recurring_movement e
           where e.organization_id = ${query.organizationId} and e.customer_id = d.customer_id
             and e.currency = d.currency and e.occurred_at < ${from}
             ${byProduct ? sql`and e.product_id = d.product_id` : sql``} ${whom(filter, 'e')}), 0)`
  return sql<Cell>`
    with moved as (
      select m.occurred_at, ${productOf(query, 'm')} as product_id, m.currency, m.customer_id,
             sum(m.list_amount) as amount
        from recurring_movement m
       where ${within(query, 'm', sql`m.occurred_at`)} ${whom(filter, 'm')}
             ${ofTypes(filter, sql`true`)}
       group by 1, 2, 3, 4),
    running as (
      select d.*, ${earlier} + sum(d.amount) over (
               partition by d.customer_id, d.currency, d.product_id order by d.occurred_at) as after
        from moved d)
    select ${cellOf(sql`r.occurred_at`)} as "startsAt", r.product_id as "productId",
           r.currency, count(*) filter (where r.after > 0 and r.after - r.amount <= 0) as gained,
           count(*) filter (where r.after <= 0 and r.after - r.amount > 0) as lost
      from running r
     cross join ${bounds(query)}
     group by 1, 2, 3`
}

function checkoutCells(query: CellQuery): RawBuilder<Cell> {
  const { filter } = query
  const at = sql`c.created_at`
  const isRecurring = sql`exists (
    select from product_summary p
     where p.organization_id = c.organization_id and p.id = c.product_id
       and p.recurring_interval is not null)`
  return sql<Cell>`
    select ${cellOf(at)} as "startsAt", ${productOf(query, 'c')} as "productId", c.currency,
           count(*) as checkouts, count(*) filter (where c.status = 'succeeded') as succeeded
      from opened_checkout c
     cross join ${bounds(query)}
     where ${within(query, 'c', at)} ${whom(filter, 'c')} ${ofTypes(filter, isRecurring)}
     group by 1, 2, 3`
}
