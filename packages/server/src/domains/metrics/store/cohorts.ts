import type { Currency, Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { CohortCell } from '../rules/cohorts.ts'
import { instants } from './cell-query.ts'

export interface CohortQuery {
  readonly organizationId: Id<'organization'>
  readonly productIds: readonly Id<'product'>[] | undefined
  readonly currency: Currency
  /** When each month begins. */
  readonly months: readonly Date[]
  readonly end: Date
}

/**
 * What happened in each month to customers who began to pay in the same one. A customer begins when
 * all that they have brings in something for the first time.
 */
export async function countCohorts(
  db: Kysely<Tables>,
  { organizationId, productIds, currency, months, end }: CohortQuery,
): Promise<readonly CohortCell[]> {
  const ofProducts =
    productIds === undefined ? sql`` : sql`and m.product_id = any(${productIds}::uuid[])`
  const { rows } = await sql<CohortCell>`
    with moved as (
      select m.customer_id, m.occurred_at, sum(m.list_amount) as amount
        from recurring_movement m
       where m.organization_id = ${organizationId} and m.currency = ${currency}
         and m.occurred_at < ${end} ${ofProducts}
       group by 1, 2),
    running as (
      select d.*, sum(d.amount) over (partition by d.customer_id order by d.occurred_at) as after
        from moved d),
    begun as (
      select customer_id, min(occurred_at) as at from running where after > 0 group by 1)
    select width_bucket(b.at, s.months) - 1 as cohort,
           width_bucket(r.occurred_at, s.months) - 1 as month,
           count(*) filter (where r.occurred_at = b.at) as began,
           coalesce(sum(r.after) filter (where r.occurred_at = b.at), 0)::bigint as began_with,
           count(*) filter (where r.after > 0 and (r.after - r.amount <= 0 or r.occurred_at = b.at))
             as gained,
           count(*) filter (where r.after <= 0 and r.after - r.amount > 0) as lost,
           sum(case when r.occurred_at = b.at then r.after else r.amount end)::bigint as amount
      from running r
      join begun b on b.customer_id = r.customer_id and r.occurred_at >= b.at
     cross join (select ${instants(months)} as months) s
     where b.at >= ${months[0] ?? end}
     group by 1, 2`.execute(db)
  return rows
}
