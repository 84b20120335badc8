import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { composedOnce, written } from '../../../platform/database/composed-once.ts'
import type {
  OrderItemTable,
  OrdersTable,
  Tables,
} from '../../../platform/database/db-types.gen.ts'

export type OrderRow = Selectable<OrdersTable>

export type OrderKey = Pick<OrderRow, 'organizationId' | 'id'>

const withKey = (db: Kysely<Tables>, { organizationId, id }: OrderKey) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)

export const findOrder = (db: Kysely<Tables>, key: OrderKey): Promise<OrderRow | undefined> =>
  withKey(db, key).executeTakeFirst()

/** In any of these organizations. */
export const findOrderIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'order'>,
): Promise<OrderRow | undefined> =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('organizationId', 'in', organizationIds)
    .where('id', '=', id)
    .executeTakeFirst()

interface OfCheckouts {
  readonly checkoutIds: readonly Id<'checkout'>[]
}

/** What came of these checkouts, the oldest first. */
export const findOrdersOf = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { checkoutIds }: OfCheckouts,
): Promise<OrderRow[]> =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('checkoutId', '=', sql<Id<'checkout'>>`any(${checkoutIds}::uuid[])`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** For changing it, and for whatever must not exceed it. */
export const lockOrder = (tx: Transaction<Tables>, key: OrderKey): Promise<OrderRow | undefined> =>
  withKey(tx, key).forNoKeyUpdate().executeTakeFirst()

export type NewOrder = Omit<
  Insertable<OrdersTable>,
  | 'version'
  | 'modifiedAt'
  | 'refundedAmount'
  | 'refundedTaxAmount'
  | 'invoiceNumber'
  | 'isInvoiceGenerated'
>

/** Violates `order_of_checkout` where the checkout has ended in one already. */
export async function insertOrder(tx: Transaction<Tables>, order: NewOrder): Promise<OrderRow> {
  const compose = () => tx.insertInto('orders').values(order).returningAll().compile()
  const row = await insertion(tx, { ...written(order), compose })
  assert(row !== undefined, 'what is inserted is answered')
  return row
}

const insertion = composedOnce()

export type OrderItemRow = Selectable<OrderItemTable>

export const insertOrderItems = (
  tx: Transaction<Tables>,
  items: readonly Insertable<OrderItemTable>[],
): Promise<OrderItemRow[]> => tx.insertInto('orderItem').values(items).returningAll().execute()

export type OrderChanges = Partial<
  Pick<
    Insertable<OrdersTable>,
    'status' | 'refundedAmount' | 'refundedTaxAmount' | 'billingName' | 'billingAddress'
  >
>

/** Nothing where it isn’t any more as it was read. */
export const saveOrder = (
  tx: Transaction<Tables>,
  { organizationId, id, status, version }: OrderRow,
  changes: OrderChanges,
  now: Date,
): Promise<OrderRow | undefined> =>
  tx
    .updateTable('orders')
    .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', status)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()
