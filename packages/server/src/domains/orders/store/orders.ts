import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type MinorUnits, minorUnits, sum } from '../../../kernel/money.ts'
import type {
  OrderItemTable,
  OrdersTable,
  Tables,
} from '../../../platform/database/db-types.gen.ts'

export type OrderRow = Selectable<OrdersTable>

export type OrderKey = Pick<OrderRow, 'organizationId' | 'id'>

export type OrderItemRow = Selectable<OrderItemTable>

const withKey = (db: Kysely<Tables>, { organizationId, id }: OrderKey) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)

export const findOrder = (db: Kysely<Tables>, key: OrderKey): Promise<OrderRow | undefined> =>
  withKey(db, key).executeTakeFirst()

/** How many orders of the customer since then were free, up to this one and with it. */
export async function countFreeOrders(
  tx: Transaction<Tables>,
  { organizationId, customerId, createdAt, id }: OrderRow,
  since: Date,
): Promise<number> {
  const { count } = await tx
    .selectFrom('orders')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('createdAt', '>', since)
    .where(sql<boolean>`(created_at, id) <= (${createdAt}, ${id})`)
    .where('totalAmount', '=', minorUnits(0))
    .executeTakeFirstOrThrow()
  return count
}

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

/** Oldest first. */
export const findOrdersByIds = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'order'>[],
): Promise<OrderRow[]> =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<Id<'order'>>`any(${ids}::uuid[])`)
    .orderBy('id')
    .execute()

interface OfCheckouts {
  readonly checkoutIds: readonly Id<'checkout'>[]
}

/** The orders of these checkouts, oldest first. */
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

/** Before a change of the order, and of what must not exceed it: its refunds and invoices. */
export const lockOrder = (tx: Transaction<Tables>, key: OrderKey): Promise<OrderRow | undefined> =>
  withKey(tx, key).forNoKeyUpdate().executeTakeFirst()

export type OrderChanges = Partial<
  Pick<
    Insertable<OrdersTable>,
    | 'status'
    | 'refundedAmount'
    | 'refundedTaxAmount'
    | 'billingName'
    | 'billingAddress'
    | 'collectionStoppedAt'
    | 'collectionStoppedAs'
    | 'collectionStoppedReason'
    | 'collectionComment'
  >
>

/** Undefined where the order has changed since it was read. */
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

/** The items of these orders, each order’s together and in sequence. */
export const findItemsOf = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  orderIds: readonly Id<'order'>[],
): Promise<OrderItemRow[]> =>
  db
    .selectFrom('orderItem')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('orderId', '=', sql<Id<'order'>>`any(${orderIds}::uuid[])`)
    .orderBy('orderId')
    .orderBy('position')
    .execute()

/** The items that bill, or credit, this usage. */
export const findItemsOfUsage = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  usageSettlementIds: readonly Id<'usageSettlement'>[],
): Promise<OrderItemRow[]> =>
  usageSettlementIds.length === 0
    ? []
    : db
        .selectFrom('orderItem')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('usageSettlementId', 'in', usageSettlementIds)
        .orderBy('id')
        .execute()

/** An item, with the paid one that it credits, and what other items bill of the same usage. */
export interface BilledItem {
  readonly item: OrderItemRow
  readonly reversed: OrderItemRow | null
  readonly otherItemsAmount: MinorUnits
}

export async function findBilledItem(
  db: Kysely<Tables>,
  order: OrderKey,
  id: Id<'orderItem'>,
): Promise<BilledItem | null> {
  const { organizationId } = order
  const ofOrganization = db.selectFrom('orderItem').where('organizationId', '=', organizationId)
  const item = await ofOrganization
    .selectAll()
    .where('orderId', '=', order.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (item === undefined) return null
  const { reversesItemId, usageSettlementId } = item
  const reversed =
    reversesItemId === null
      ? undefined
      : await ofOrganization.selectAll().where('id', '=', reversesItemId).executeTakeFirst()
  const others =
    usageSettlementId === null
      ? []
      : await ofOrganization
          .select('amount')
          .where('usageSettlementId', '=', usageSettlementId)
          .where('id', '<>', id)
          .execute()
  return {
    item,
    reversed: reversed ?? null,
    otherItemsAmount: sum(others.map(({ amount }) => amount)),
  }
}
