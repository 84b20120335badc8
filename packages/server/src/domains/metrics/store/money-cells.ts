import { type RawBuilder, sql } from 'kysely'
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

interface Counting {
  /** A shared view, with its alias. */
  readonly from: Column
  readonly row: string
  readonly at: Column
  readonly sums: Column
}

/** Rows of orders that follow them in time: each counts on its own day. */
const countedOf = (
  query: CellQuery,
  { from, row, at, sums }: Counting,
): RawBuilder<Cell> => sql<Cell>`
  select ${cellOf(at)} as "startsAt", ${productOf(query, row)} as "productId",
         ${sql.ref(`${row}.currency`)}, ${sums}
    from ${from}
   cross join ${bounds(query)}
   where ${within(query, row, at)} ${whom(query.filter, row)}
         ${ofTypes(query.filter, sql`(${sql.ref(`${row}.subscription_id`)} is not null)`)}
   group by 1, 2, 3`

/** What was refunded, disputed and lost. */
export const correctionCells = (query: CellQuery): RawBuilder<Cell> =>
  countedOf(query, {
    from: sql`order_correction c`,
    row: 'c',
    at: sql`c.occurred_at`,
    sums: sql`
      coalesce(sum(c.counted) filter (where c.kind in ('refund', 'refund_reversal')), 0) as refunds,
      coalesce(sum(c.net_amount) filter (where c.kind in ('refund', 'refund_reversal')), 0)::bigint
        as "refundedAmount",
      coalesce(sum(c.counted) filter (where c.kind = 'dispute'), 0) as disputes,
      coalesce(sum(c.counted) filter (where c.kind = 'dispute_lost'), 0) as "lostDisputes",
      coalesce(sum(c.net_amount) filter (where c.kind = 'dispute_lost'), 0)::bigint as "lostAmount"`,
  })

export const paymentCells = (query: CellQuery): RawBuilder<Cell> =>
  countedOf(query, {
    from: sql`charged_order o`,
    row: 'o',
    at: sql`o.occurred_at`,
    sums: sql`count(*) as payments`,
  })

/** Orders whose payment failed for the first time, and those that were paid after that. */
export const failureCells = (query: CellQuery): RawBuilder<Cell> =>
  countedOf(query, {
    from: sql`(
      select a.*, exists (
               select from order_payment e
                where e.organization_id = a.organization_id and e.order_id = a.order_id
                  and e.status = 'failed'
                  and (a.status = 'succeeded' or (e.created_at, e.id) < (a.created_at, a.id)))
               as is_again
        from order_payment a
       where a.organization_id = ${query.organizationId} and a.status in ('failed', 'succeeded')) p`,
    row: 'p',
    at: sql`p.created_at`,
    sums: sql`
      count(*) filter (where p.status = 'failed' and not p.is_again) as "failedPayments",
      coalesce(sum(p.amount) filter (where p.status = 'failed' and not p.is_again), 0)::bigint
        as "failedAmount",
      count(*) filter (where p.status = 'succeeded' and p.is_again) as "recoveredPayments",
      coalesce(sum(p.amount) filter (where p.status = 'succeeded' and p.is_again), 0)::bigint
        as "recoveredAmount"`,
  })

export const usageCells = (query: CellQuery): RawBuilder<Cell> =>
  countedOf(query, {
    from: sql`billed_usage u`,
    row: 'u',
    at: sql`u.created_at`,
    sums: sql`sum(u.net_amount)::bigint as "usageRevenue"`,
  })
