import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { RefundTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { OrderKey, OrderRow } from './orders.ts'

export type RefundRow = Selectable<RefundTable>

export type RefundKey = Pick<RefundRow, 'organizationId' | 'id'>

/** A refund with what it shows of its order. */
export type RefundOfOrder = RefundRow & Pick<OrderRow, 'customerId' | 'subscriptionId'>

export const refundsWithOrders = (db: Kysely<Tables>) =>
  db
    .selectFrom('refund')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.organizationId', '=', 'refund.organizationId')
        .onRef('orders.id', '=', 'refund.orderId'),
    )
    .selectAll('refund')
    .select(['orders.customerId', 'orders.subscriptionId'])

export const findRefund = (
  db: Kysely<Tables>,
  { organizationId, id }: RefundKey,
): Promise<RefundOfOrder | undefined> =>
  refundsWithOrders(db)
    .where('refund.organizationId', '=', organizationId)
    .where('refund.id', '=', id)
    .executeTakeFirst()

/** Of an order; who locks it knows that nobody adds or changes any meanwhile. */
export const findRefundsOf = (
  db: Kysely<Tables>,
  { organizationId, id }: OrderKey,
): Promise<RefundRow[]> =>
  db
    .selectFrom('refund')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('orderId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

type NewRefund = Omit<Insertable<RefundTable>, 'version' | 'modifiedAt' | 'toldAt'>

/** Violates `refund_processor_id` where the processor’s refund is known already. */
export const insertRefund = (tx: Transaction<Tables>, refund: NewRefund): Promise<RefundRow> =>
  tx.insertInto('refund').values(refund).returningAll().executeTakeFirstOrThrow()

type RefundChanges = Pick<
  Insertable<RefundTable>,
  'status' | 'processorId' | 'failureReason' | 'answeredAt'
>

/** Nothing where it isn’t any more as it was read. */
export const saveRefund = (
  tx: Transaction<Tables>,
  { organizationId, id, status, version }: RefundRow,
  changes: RefundChanges,
  now: Date,
): Promise<RefundRow | undefined> =>
  tx
    .updateTable('refund')
    .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', status)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()

/** Once only: whoever comes second gets nothing. */
export const markRefundTold = (
  tx: Transaction<Tables>,
  { organizationId, id }: RefundKey,
  now: Date,
): Promise<RefundRow | undefined> =>
  tx
    .updateTable('refund')
    .set({ toldAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('toldAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
