import type { OrderClosing } from '@guildhall/contract/orders/order-shapes'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type {
  OrderItemTable,
  OrdersTable,
  Tables,
} from '../../../platform/database/db-types.gen.ts'
import type { JsonValue } from '../../../platform/database/json.ts'
import { insertedRows } from '../../../platform/database/json-rows.ts'
import type { StoppedAs } from '../rules/closing.ts'
import type { OrderRow } from './orders.ts'

type JsonColumns<T> = { readonly [K in keyof T]: T[K] & (JsonValue | Date) }

const plainColumns = [
  'organizationId',
  'id',
  'status',
  'billingReason',
  'customerId',
  'productId',
  'discountId',
  'checkoutId',
  'subscriptionId',
  'currency',
  'subtotalAmount',
  'discountAmount',
  'netAmount',
  'taxAmount',
  'totalAmount',
  'appliedBalanceAmount',
  'taxabilityReason',
  'taxCalculationId',
  'billingName',
  'taxId',
  'taxIdFormat',
  'periodStart',
  'periodEnd',
  'version',
  'createdAt',
  'modifiedAt',
  'paidAt',
  'notifiedAt',
] as const

const jsonColumns = ['taxRate', 'billingAddress', 'customFieldData', 'metadata'] as const

/** JSON columns as values, because a batch is one JSON parameter. */
export type NewOrderRow = JsonColumns<
  Pick<Selectable<OrdersTable>, (typeof plainColumns)[number]>
> &
  Readonly<Record<(typeof jsonColumns)[number], JsonValue>>

/**
 * Any number in one statement; returns the rows in the same order. Violates `order_of_period` where
 * the period is billed already, and `order_of_checkout` where the checkout has an order already.
 */
export async function insertOrders(
  tx: Transaction<Tables>,
  orders: readonly NewOrderRow[],
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    insert into orders ${insertedRows('orders', [...plainColumns, ...jsonColumns], orders)}
    returning *`.execute(tx)
  return sortedLike(orders, rows)
}

function sortedLike(
  orders: readonly Pick<OrderRow, 'id'>[],
  found: readonly OrderRow[],
): OrderRow[] {
  const known = new Map(found.map((row) => [row.id, row]))
  return orders.flatMap(({ id }) => known.get(id) ?? [])
}

export async function insertItems(
  tx: Transaction<Tables>,
  items: readonly JsonColumns<Selectable<OrderItemTable>>[],
): Promise<void> {
  await sql`
    insert into order_item ${insertedRows('orderItem', itemColumns, items)}`.execute(tx)
}

const itemColumns = [
  'organizationId',
  'id',
  'orderId',
  'position',
  'label',
  'quantity',
  'amount',
  'discountAmount',
  'taxAmount',
  'proration',
  'productPriceId',
  'periodStart',
  'periodEnd',
  'reversesItemId',
  'usageSettlementId',
  'createdAt',
] as const

/** An order that has just been paid. */
export interface JustPaid extends OrderRow {
  /** Whether collection had stopped before, and as what. */
  readonly wasStoppedAs: OrderClosing | null
}

/** Marks pending orders as paid. Returns those that were pending. */
export async function markPaid(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  { orderIds, now }: { readonly orderIds: readonly Id<'order'>[]; readonly now: Date },
): Promise<JustPaid[]> {
  const { rows } = await sql<JustPaid>`
    with pending as (
      select id, collection_stopped_as from orders
       where organization_id = ${organizationId} and id = any(${orderIds}::uuid[])
         and status = 'pending'
       order by id for no key update)
    update orders o
       set status = 'paid', paid_at = ${now}, modified_at = ${now}, collection_stopped_at = null,
           collection_stopped_as = null, collection_stopped_reason = null,
           collection_comment = null, version = o.version + 1
      from pending p
     where o.organization_id = ${organizationId} and o.id = p.id and o.status = 'pending'
    returning o.*, p.collection_stopped_as as was_stopped_as`.execute(tx)
  return oldestFirst(rows)
}

interface Stopped {
  readonly stopped: StoppedAs
  readonly now: Date
}

/** Stops collecting the open orders of these subscriptions. */
export async function markCollectionStopped(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  subscriptionIds: readonly Id<'subscription'>[],
  { stopped: { as, reason, comment }, now }: Stopped,
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    with pending as (
      select id from orders
       where organization_id = ${organizationId}
         and subscription_id = any(${subscriptionIds}::uuid[])
         and status = 'pending' and collection_stopped_at is null
       order by id for no key update)
    update orders o
       set collection_stopped_at = ${now}, collection_stopped_as = ${as},
           collection_stopped_reason = ${reason}, collection_comment = ${comment ?? null},
           modified_at = ${now}, version = o.version + 1
      from pending p
     where o.organization_id = ${organizationId} and o.id = p.id and o.status = 'pending'
       and o.collection_stopped_at is null
    returning o.*`.execute(tx)
  return oldestFirst(rows)
}

/** Those of these orders that are still collected, locked in the order of their ids. */
export async function lockOpenOrders(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  orderIds: readonly Id<'order'>[],
): Promise<ReadonlySet<Id<'order'>>> {
  if (orderIds.length === 0) return new Set()
  const open = await tx
    .selectFrom('orders')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<Id<'order'>>`any(${orderIds}::uuid[])`)
    .where('status', '=', 'pending')
    .where('collectionStoppedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Set(open.map(({ id }) => id))
}

/** The orders of these subscriptions that are still collected, oldest first. */
export const findOpenOrders = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  subscriptionIds: readonly Id<'subscription'>[],
): Promise<OrderRow[]> =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('subscriptionId', '=', sql<Id<'subscription'>>`any(${subscriptionIds}::uuid[])`)
    .where('status', '=', 'pending')
    .where('collectionStoppedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** By id: ids are ordered by time. */
const oldestFirst = <T extends { readonly id: string }>(rows: readonly T[]): T[] =>
  rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
