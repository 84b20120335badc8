import { standingDisputeStatuses } from '@guildhall/contract/orders/dispute-shapes'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

export interface SpendRow {
  readonly customerId: Id<'customer'>
  readonly currency: Currency
  readonly paidOrders: number
  readonly paidAmount: MinorUnits
  readonly refundedAmount: MinorUnits
  readonly disputedAmount: MinorUnits
}

interface OfCustomers {
  readonly organizationId: Id<'organization'>
  readonly customerIds: readonly Id<'customer'>[]
}

/** Reads the orders of these customers by their index, and no others. */
export async function findSpend(
  db: Kysely<Tables>,
  { organizationId, customerIds }: OfCustomers,
): Promise<SpendRow[]> {
  const { rows } = await sql<SpendRow>`
    select o.customer_id, o.currency, count(*)::int as paid_orders,
           sum(o.total_amount)::bigint as paid_amount,
           sum(o.refunded_amount + o.refunded_tax_amount)::bigint as refunded_amount,
           coalesce(sum(d.amount), 0)::bigint as disputed_amount
      from orders o
      left join lateral (
        select sum(d.amount + d.tax_amount) as amount
          from dispute d
         where d.organization_id = ${organizationId} and d.order_id = o.id
           and d.status::text = any(${[...standingDisputeStatuses]}::text[])) d on true
     where o.organization_id = ${organizationId}
       and o.customer_id = any(${[...customerIds]}::uuid[])
       and o.paid_at is not null
     group by o.customer_id, o.currency
     order by o.customer_id, o.currency`.execute(db)
  return rows
}
