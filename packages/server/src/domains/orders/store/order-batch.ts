import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type {
  OrderItemTable,
  OrdersTable,
  Tables,
} from '../../../platform/database/db-types.gen.ts'
import type { JsonValue } from '../../../platform/database/json.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import type { OrderRow } from './orders.ts'

type Told<T> = { readonly [K in keyof T]: T[K] & (JsonValue | Date) }

type PlacedColumns =
  | 'organizationId'
  | 'id'
  | 'status'
  | 'billingReason'
  | 'customerId'
  | 'productId'
  | 'discountId'
  | 'subscriptionId'
  | 'currency'
  | 'subtotalAmount'
  | 'discountAmount'
  | 'netAmount'
  | 'taxAmount'
  | 'totalAmount'
  | 'appliedBalanceAmount'
  | 'taxabilityReason'
  | 'taxCalculationId'
  | 'billingName'
  | 'taxId'
  | 'taxIdFormat'
  | 'periodStart'
  | 'periodEnd'
  | 'version'
  | 'createdAt'
  | 'modifiedAt'
  | 'paidAt'

/** The JSON columns as values, because all of it is told in one. */
export interface PlacedOrderRow extends Told<Pick<Selectable<OrdersTable>, PlacedColumns>> {
  readonly taxRate: JsonValue
  readonly billingAddress: JsonValue
  readonly customFieldData: JsonValue
  readonly metadata: JsonValue
}

/** However many, in their order. Violates `order_of_period` where a period was billed before. */
export async function insertOrders(
  tx: Transaction<Tables>,
  orders: readonly PlacedOrderRow[],
): Promise<OrderRow[]> {
  const told = jsonRows(orders.map((order) => ({ ...order })))
  const { rows } = await sql<OrderRow>`
    insert into orders (organization_id, id, status, billing_reason, customer_id, product_id,
        discount_id, subscription_id, currency, subtotal_amount, discount_amount, net_amount,
        tax_amount, total_amount, applied_balance_amount, taxability_reason, tax_rate,
        tax_calculation_id, billing_name, billing_address, tax_id, tax_id_format,
        custom_field_data, metadata, period_start, period_end, version, created_at, modified_at,
        paid_at)
    select organization_id, id, status, billing_reason, customer_id, product_id,
           discount_id, subscription_id, currency, subtotal_amount, discount_amount, net_amount,
           tax_amount, total_amount, applied_balance_amount, taxability_reason,
           tax_rate, tax_calculation_id, billing_name,
           billing_address, tax_id, tax_id_format,
           custom_field_data, metadata, period_start, period_end, version, created_at, modified_at,
           paid_at
      from jsonb_populate_recordset(null::orders, ${told}::jsonb)
    returning *`.execute(tx)
  return inOrderOf(orders, rows)
}

function inOrderOf(asked: readonly Pick<OrderRow, 'id'>[], found: readonly OrderRow[]): OrderRow[] {
  const known = new Map(found.map((row) => [row.id, row]))
  return asked.flatMap(({ id }) => known.get(id) ?? [])
}

/** The items of many orders. */
export async function insertItems(
  tx: Transaction<Tables>,
  items: readonly Told<Selectable<OrderItemTable>>[],
): Promise<void> {
  const told = jsonRows(items.map((item) => ({ ...item })))
  await sql`
    insert into order_item (organization_id, id, order_id, position, label, amount,
                            discount_amount, tax_amount, proration, product_price_id, created_at)
    select organization_id, id, order_id, position, label, amount,
           discount_amount, tax_amount, proration, product_price_id, created_at
      from jsonb_populate_recordset(null::order_item, ${told}::jsonb)`.execute(tx)
}

/** An order that was waiting and has just been paid, and whether nobody expected it any more. */
export interface JustPaid extends OrderRow {
  readonly wasGivenUp: boolean
}

/** Those that were waiting; what is paid already, or isn’t there, is not among them. */
export async function markPaid(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  { orderIds, now }: { readonly orderIds: readonly Id<'order'>[]; readonly now: Date },
): Promise<JustPaid[]> {
  const { rows } = await sql<JustPaid>`
    with waiting as (
      select id, given_up_at from orders
       where organization_id = ${organizationId} and id = any(${orderIds}::uuid[])
         and status = 'pending'
       order by id for no key update)
    update orders o
       set status = 'paid', paid_at = ${now}, modified_at = ${now}, given_up_at = null,
           version = o.version + 1
      from waiting w
     where o.organization_id = ${organizationId} and o.id = w.id and o.status = 'pending'
    returning o.*, w.given_up_at is not null as was_given_up`.execute(tx)
  return inAgeOrder(rows)
}

/** Those of these subscriptions that were waiting, and for which nobody waits any more. */
export async function markGivenUp(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  whose: { readonly subscriptionIds: readonly Id<'subscription'>[]; readonly now: Date },
): Promise<OrderRow[]> {
  const { subscriptionIds, now } = whose
  const { rows } = await sql<OrderRow>`
    with waiting as (
      select id from orders
       where organization_id = ${organizationId}
         and subscription_id = any(${subscriptionIds}::uuid[])
         and status = 'pending' and given_up_at is null
       order by id for no key update)
    update orders o set given_up_at = ${now}, modified_at = ${now}, version = o.version + 1
      from waiting w
     where o.organization_id = ${organizationId} and o.id = w.id and o.status = 'pending'
       and o.given_up_at is null
    returning o.*`.execute(tx)
  return inAgeOrder(rows)
}

/** Those of these subscriptions that wait to be paid, the oldest first. */
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
    .where('givenUpAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Ids grow with time. */
const inAgeOrder = <T extends { readonly id: string }>(rows: readonly T[]): T[] =>
  rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
