import { standingDisputeStatuses } from '@guildhall/contract/orders/dispute-shapes'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { CreditedOrder } from '../rules/balance-payout.ts'

/** Credit is looked for in that many of the latest orders. */
const ordersMax = 500

interface OfCustomer {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/**
 * The paid orders that credit came from, the latest first: what each credited, what its payment has
 * left after refunds and disputes, and what of its credit came back to the customer already.
 */
export async function findCreditedOrders(
  db: Kysely<Tables>,
  { organizationId, customerId }: OfCustomer,
): Promise<CreditedOrder[]> {
  const { rows } = await sql<CreditedOrder>`
    select o.id, o.currency, credited.amount as credited_amount,
           (o.total_amount - o.applied_balance_amount - refunded.total - disputed.total)::bigint
             as payment_left,
           (refunded.owed + disputed.owed)::bigint as owed_amount
      from orders o
     cross join lateral (
       select coalesce(sum(i.credited_amount + i.credited_tax_amount), 0)::bigint as amount
         from order_item i
        where i.organization_id = ${organizationId} and i.order_id = o.id) credited
     cross join lateral (
       select coalesce(sum(r.amount + r.tax_amount + r.owed_amount), 0) as total,
              coalesce(sum(greatest(r.owed_amount, 0)), 0) as owed
         from refund r
        where r.organization_id = ${organizationId} and r.order_id = o.id
          and r.status in ('pending', 'succeeded')) refunded
     cross join lateral (
       select coalesce(sum(d.amount + d.tax_amount + d.owed_amount), 0) as total,
              coalesce(sum(d.owed_amount), 0) as owed
         from dispute d
        where d.organization_id = ${organizationId} and d.order_id = o.id
          and d.status = any(${standingDisputeStatuses}::text[])) disputed
     where o.organization_id = ${organizationId} and o.customer_id = ${customerId}
       and o.paid_at is not null and credited.amount > 0
       and o.total_amount > o.applied_balance_amount
     order by o.created_at desc, o.id desc
     limit ${ordersMax}`.execute(db)
  return rows
}
