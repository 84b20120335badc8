import type { QueryOf } from '@guildhall/contract/operation'
import type { listDisputes as contract } from '@guildhall/contract/orders/disputes'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Order, type Page, sorted } from '../../../platform/database/listing.ts'
import { type DisputeOfOrder, disputesWithOrders } from './disputes.ts'

type Filters = QueryOf<typeof contract>

/** One page of an organization’s disputes. */
export const listDisputes = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { page, limit, sorting, ...filters }: Filters,
): Promise<Page<DisputeOfOrder>> =>
  listPage(db, matching(db, organizationId, filters), { page, limit, sorting }, listOrder)

export interface ExportedDisputeRow extends DisputeOfOrder {
  readonly customerEmail: string | null
  readonly customerName: string | null
}

/** All matching disputes in the order of the list. */
export const disputesToExport = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { sorting, ...filters }: Omit<Filters, 'page' | 'limit'>,
): SelectQueryBuilder<Tables, 'dispute' | 'orders', ExportedDisputeRow> =>
  sorted(
    matching(db, organizationId, filters).select([
      customerShown('email').as('customerEmail'),
      customerShown('name').as('customerName'),
    ]),
    sorting,
    listOrder,
  )

const matching = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  filters: Omit<Filters, 'page' | 'limit' | 'sorting'>,
) => {
  const { orderId, subscriptionId, customerId, status, currency } = filters
  const { createdAfter, createdBefore } = filters
  return disputesWithOrders(db)
    .where('dispute.organizationId', '=', organizationId)
    .where((one) =>
      one.and([
        ...(orderId ? [one('dispute.orderId', 'in', orderId)] : []),
        ...(customerId ? [one('orders.customerId', 'in', customerId)] : []),
        ...(subscriptionId ? [one('orders.subscriptionId', 'in', subscriptionId)] : []),
        ...(status ? [one('dispute.status', 'in', status)] : []),
        ...(currency ? [one('dispute.currency', 'in', currency)] : []),
        ...(createdAfter ? [one('dispute.createdAt', '>=', createdAfter)] : []),
        ...(createdBefore ? [one('dispute.createdAt', '<', createdBefore)] : []),
      ]),
    )
}

const customerShown = (column: 'email' | 'name') => sql<string | null>`(
  select c.${sql.ref(column)} from customer_contact c
   where c.organization_id = orders.organization_id and c.id = orders.customer_id)`

const deadline = sql<Date | null>`
  case when dispute.status = 'needs_response' then dispute.evidence_due_by end`

const listOrder: Order<'dispute' | 'orders', Filters['sorting'][number]['by']> = {
  columns: {
    created_at: 'dispute.createdAt',
    amount: 'dispute.amount',
    evidence_due_by: deadline,
  },
  nullable: ['evidence_due_by'],
  id: 'dispute.id',
}
