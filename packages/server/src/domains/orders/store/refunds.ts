import type { QueryOf } from '@guildhall/contract/operation'
import type { listRefunds as contract } from '@guildhall/contract/orders/refunds'
import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { RefundTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'
import type { OrderKey, OrderRow } from './orders.ts'

export type RefundRow = Selectable<RefundTable>

export type RefundKey = Pick<RefundRow, 'organizationId' | 'id'>

/** A refund with what it shows of its order. */
export type RefundOfOrder = RefundRow & Pick<OrderRow, 'customerId' | 'subscriptionId'>

const refundsWithOrders = (db: Kysely<Tables>) =>
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

/** The refunds of an order. Under the order’s lock none is added or changed. */
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

type NewRefund = Omit<Insertable<RefundTable>, 'version' | 'modifiedAt' | 'notifiedAt'>

/** Violates `refund_processor_id` where the processor’s refund is recorded already. */
export const insertRefund = (tx: Transaction<Tables>, refund: NewRefund): Promise<RefundRow> =>
  tx.insertInto('refund').values(refund).returningAll().executeTakeFirstOrThrow()

type RefundChanges = Pick<
  Insertable<RefundTable>,
  'status' | 'processorId' | 'failureReason' | 'answeredAt'
>

/** Undefined where the refund has changed since it was read. */
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

/** Undefined where the customer was notified before. */
export const markRefundNotified = (
  tx: Transaction<Tables>,
  { organizationId, id }: RefundKey,
  now: Date,
): Promise<RefundRow | undefined> =>
  tx
    .updateTable('refund')
    .set({ notifiedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('notifiedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** One page of an organization’s refunds. */
export function listRefunds(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { id, orderId, subscriptionId, customerId, succeeded, ...listing }: QueryOf<typeof contract>,
): Promise<Page<RefundOfOrder>> {
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
