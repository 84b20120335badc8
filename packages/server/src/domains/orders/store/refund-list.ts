import type { QueryOf } from '@guildhall/contract/endpoint'
import type { listRefunds as contract } from '@guildhall/contract/orders/refunds'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'
import { type RefundOfOrder, refundsWithOrders } from './refunds.ts'

/** One page of an organization’s refunds. */
export function listRefunds(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  wanted: QueryOf<typeof contract>,
): Promise<Page<RefundOfOrder>> {
  const { id, orderId, subscriptionId, customerId, succeeded, ...listing } = wanted
  const matching = refundsWithOrders(db)
    .where('refund.organizationId', '=', organizationId)
    .$if(id !== undefined, (of) => of.where('refund.id', 'in', id ?? []))
    .$if(orderId !== undefined, (of) => of.where('refund.orderId', 'in', orderId ?? []))
    .$if(customerId !== undefined, (of) => of.where('orders.customerId', 'in', customerId ?? []))
    .$if(subscriptionId !== undefined, (of) =>
      of.where('orders.subscriptionId', 'in', subscriptionId ?? []),
    )
    .$if(succeeded !== undefined, (of) =>
      of.where('refund.status', succeeded === true ? '=' : '!=', 'succeeded'),
    )
  return listPage(db, matching, listing, {
    columns: { created_at: 'refund.createdAt', amount: 'refund.amount' },
    id: 'refund.id',
  })
}
