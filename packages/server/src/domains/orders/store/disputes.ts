import { standingDisputeStatuses } from '@guildhall/contract/orders/dispute-shapes'
import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DisputeTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { OrderKey, OrderRow } from './orders.ts'

export type DisputeRow = Selectable<DisputeTable>

export type DisputeKey = Pick<DisputeRow, 'organizationId' | 'id'>

/** A dispute with what it shows of its order. */
export type DisputeOfOrder = DisputeRow & Pick<OrderRow, 'customerId' | 'subscriptionId'>

export const disputesWithOrders = (db: Kysely<Tables>) =>
  db
    .selectFrom('dispute')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.organizationId', '=', 'dispute.organizationId')
        .onRef('orders.id', '=', 'dispute.orderId'),
    )
    .selectAll('dispute')
    .select(['orders.customerId', 'orders.subscriptionId'])

/** In any of these organizations. */
export const findDisputeIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'dispute'>,
): Promise<DisputeOfOrder | undefined> =>
  disputesWithOrders(db)
    .where('dispute.organizationId', 'in', organizationIds)
    .where('dispute.id', '=', id)
    .executeTakeFirst()

/** The disputes of an order. Under the order’s lock none is added or changed. */
export const findDisputesOf = (
  db: Kysely<Tables>,
  { organizationId, id }: OrderKey,
): Promise<DisputeRow[]> =>
  db
    .selectFrom('dispute')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('orderId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

interface OfCustomers {
  readonly organizationId: Id<'organization'>
  readonly customerIds: readonly Id<'customer'>[]
}

/** The disputes of customers whose money isn’t the seller’s. */
export const findStandingDisputes = (
  db: Kysely<Tables>,
  { organizationId, customerIds }: OfCustomers,
): Promise<DisputeOfOrder[]> =>
  disputesWithOrders(db)
    .where('dispute.organizationId', '=', organizationId)
    .where('orders.customerId', '=', sql<Id<'customer'>>`any(${customerIds}::uuid[])`)
    .where('dispute.status', 'in', standingDisputeStatuses)
    .orderBy('dispute.createdAt')
    .orderBy('dispute.id')
    .execute()

type NewDispute = Omit<Insertable<DisputeTable>, 'version' | 'modifiedAt' | 'notifiedStatus'>

/** Violates `dispute_processor_id` where it is recorded already. */
export const insertDispute = (tx: Transaction<Tables>, dispute: NewDispute): Promise<DisputeRow> =>
  tx.insertInto('dispute').values(dispute).returningAll().executeTakeFirstOrThrow()

type DisputeChanges = Partial<
  Pick<
    DisputeRow,
    | 'status'
    | 'reason'
    | 'evidenceDueBy'
    | 'reportedAt'
    | 'processorId'
    | 'disputedAmount'
    | 'amount'
    | 'taxAmount'
    | 'owedAmount'
  >
>

/** Undefined where the dispute has changed since it was read. */
export const saveDispute = (
  tx: Transaction<Tables>,
  { organizationId, id, status, version }: DisputeRow,
  changes: DisputeChanges,
  now: Date,
): Promise<DisputeRow | undefined> =>
  tx
    .updateTable('dispute')
    .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', status)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()

/** Undefined where members were notified of its status before. */
export const markDisputeNotified = async (
  tx: Transaction<Tables>,
  { organizationId, id }: DisputeKey,
): Promise<DisputeOfOrder | undefined> => {
  const marked = await tx
    .updateTable('dispute')
    .set({ notifiedStatus: sql`status` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .whereRef('notifiedStatus', 'is distinct from', 'status')
    .returning('id')
    .executeTakeFirst()
  return marked === undefined ? undefined : findDisputeIn(tx, [organizationId], marked.id)
}
