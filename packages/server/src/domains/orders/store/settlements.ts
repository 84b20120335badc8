import { standingDisputeStatuses } from '@guildhall/contract/orders/dispute-shapes'
import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { leftOf, type Settlement, type Split } from '../rules/settlement.ts'
import type { OrderItemRow, OrderKey } from './orders.ts'

interface SettlementRow extends Omit<Settlement, 'orderLeft'> {
  readonly orderAmount: MinorUnits
  readonly orderTaxAmount: MinorUnits
  readonly returnedAmount: MinorUnits
  readonly returnedTaxAmount: MinorUnits
}

interface BilledPeriod {
  readonly organizationId: Id<'organization'>
  readonly subscriptionId: Id<'subscription'>
  readonly periodEnd: Date
}

/** What was paid for the prices of a subscription until the end of a period, the latest first. */
export const findSettlements = (
  db: Kysely<Tables>,
  { organizationId, subscriptionId, periodEnd }: BilledPeriod,
): Promise<Settlement[]> =>
  settlements(
    db,
    organizationId,
    sql`o.subscription_id = ${subscriptionId} and i.period_end = ${periodEnd}`,
  )

/** The same of these items. */
export const findSettlementsOfItems = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  itemIds: readonly Id<'orderItem'>[],
): Promise<Settlement[]> => settlements(db, organizationId, sql`i.id = any(${itemIds}::uuid[])`)

/** The same of the items that bill this usage. */
export const findSettlementsOfUsage = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  usageSettlementIds: readonly Id<'usageSettlement'>[],
): Promise<Settlement[]> =>
  settlements(db, organizationId, sql`i.usage_settlement_id = any(${usageSettlementIds}::uuid[])`)

/** A lost or open dispute counts as money that came back; so does a refund that is under way. */
async function settlements(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  condition: RawBuilder<unknown>,
): Promise<Settlement[]> {
  const { rows } = await sql<SettlementRow>`
    select i.order_id, i.id as order_item_id, i.product_price_id,
           i.amount - i.discount_amount as net_amount, i.tax_amount,
           i.credited_amount, i.credited_tax_amount,
           charged.amount as order_amount, charged.tax_amount as order_tax_amount,
           (charged.credited + refunded.amount + disputed.amount)::bigint as returned_amount,
           (charged.credited_tax + refunded.tax_amount + disputed.tax_amount)::bigint
             as returned_tax_amount
      from orders o
      join order_item i on i.organization_id = o.organization_id and i.order_id = o.id
      cross join lateral (
        select coalesce(sum(a.amount - a.discount_amount)
                 filter (where a.reverses_item_id is null), 0)::bigint as amount,
               coalesce(sum(a.tax_amount)
                 filter (where a.reverses_item_id is null), 0)::bigint as tax_amount,
               sum(a.credited_amount) as credited, sum(a.credited_tax_amount) as credited_tax
          from order_item a
         where a.organization_id = ${organizationId} and a.order_id = o.id) charged
      cross join lateral (
        select coalesce(sum(r.amount), 0) as amount, coalesce(sum(r.tax_amount), 0) as tax_amount
          from refund r
         where r.organization_id = ${organizationId} and r.order_id = o.id
           and r.status in ('pending', 'succeeded')) refunded
      cross join lateral (
        select coalesce(sum(d.amount), 0) as amount, coalesce(sum(d.tax_amount), 0) as tax_amount
          from dispute d
         where d.organization_id = ${organizationId} and d.order_id = o.id
           and d.status = any(${standingDisputeStatuses}::text[])) disputed
     where o.organization_id = ${organizationId} and o.paid_at is not null and ${condition}
       and i.product_price_id is not null and i.amount > i.discount_amount
     order by i.created_at desc, i.id desc`.execute(db)
  return rows.map(
    ({ orderAmount, orderTaxAmount, returnedAmount, returnedTaxAmount, ...settlement }) => ({
      ...settlement,
      orderLeft: leftOf({ amount: orderAmount, taxAmount: orderTaxAmount }, [
        { amount: returnedAmount, taxAmount: returnedTaxAmount },
      ]),
    }),
  )
}

export interface OrderCredit extends Split {
  /** Null for what is credited. The rest would be again, if this closed order were paid after all. */
  readonly closedOrderId: Id<'order'> | null
}

/** In one statement, because closing an order and paying it move an amount from one to the other. */
export async function findCreditsOf(
  db: Kysely<Tables>,
  { organizationId, id }: OrderKey,
): Promise<OrderCredit[]> {
  const { rows } = await sql<OrderCredit>`
    select null::uuid as closed_order_id, coalesce(sum(credited_amount), 0)::bigint as amount,
           coalesce(sum(credited_tax_amount), 0)::bigint as tax_amount
      from order_item
     where organization_id = ${organizationId} and order_id = ${id}
    union all
    select o.id, -sum(c.amount)::bigint, -sum(c.tax_amount)::bigint
      from order_item i
      join order_item c on c.organization_id = i.organization_id and c.reverses_item_id = i.id
      join orders o on o.organization_id = c.organization_id and o.id = c.order_id
     where i.organization_id = ${organizationId} and i.order_id = ${id}
       and o.status = 'pending' and o.collection_stopped_at is not null
     group by o.id`.execute(db)
  return rows
}

/** In the order of their ids, so that two transactions can’t deadlock. */
export async function lockOrders(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  orderIds: readonly Id<'order'>[],
): Promise<void> {
  await sql`
    select from orders
     where organization_id = ${organizationId} and id = any(${orderIds}::uuid[])
     order by id for no key update`.execute(tx)
}

/** What is credited of an item; below zero takes a credit back. */
export interface ItemCredit {
  readonly orderItemId: Id<'orderItem'>
  readonly amount: MinorUnits
  readonly taxAmount: MinorUnits
}

/** Violates `order_item_credited` where more would be credited than was charged. */
export async function addCredits(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  credits: readonly ItemCredit[],
): Promise<void> {
  if (credits.length === 0) return
  await sql`
    update order_item i
       set credited_amount = i.credited_amount + c.amount,
           credited_tax_amount = i.credited_tax_amount + c.tax_amount
      from (select id, sum(amount)::bigint as amount, sum(tax_amount)::bigint as tax_amount
              from unnest(${credits.map(({ orderItemId }) => orderItemId)}::uuid[],
                          ${credits.map(({ amount }) => amount)}::bigint[],
                          ${credits.map(({ taxAmount }) => taxAmount)}::bigint[])
                as c (id, amount, tax_amount)
             group by id) c
     where i.organization_id = ${organizationId} and i.id = c.id`.execute(tx)
}

/** The tax facts of the order that an item was charged with. */
export interface ReversedItem {
  readonly orderItemId: Id<'orderItem'>
  readonly orderId: Id<'order'>
  readonly taxRate: unknown
  readonly taxabilityReason: string
  readonly taxCalculationId: string | null
}

const reversedColumns = [
  'charged.id as orderItemId',
  'original.id as orderId',
  'original.taxRate',
  'original.taxabilityReason',
  'original.taxCalculationId',
] as const

export const findReversedItems = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  itemIds: readonly Id<'orderItem'>[],
): Promise<ReversedItem[]> =>
  itemIds.length === 0
    ? []
    : db
        .selectFrom('orderItem as charged')
        .innerJoin('orders as original', (join) =>
          join
            .onRef('original.organizationId', '=', 'charged.organizationId')
            .onRef('original.id', '=', 'charged.orderId'),
        )
        .select(reversedColumns)
        .where('charged.organizationId', '=', organizationId)
        .where('charged.id', '=', sql<Id<'orderItem'>>`any(${itemIds}::uuid[])`)
        .execute()

export interface ReversalRow extends ReversedItem {
  readonly item: Pick<OrderItemRow, 'id' | 'orderId' | 'amount' | 'taxAmount'>
}

/** The items of these orders that credit items of earlier orders. */
export async function findReversals(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  orderIds: readonly Id<'order'>[],
): Promise<ReversalRow[]> {
  const rows = await db
    .selectFrom('orderItem as item')
    .innerJoin('orderItem as charged', (join) =>
      join
        .onRef('charged.organizationId', '=', 'item.organizationId')
        .onRef('charged.id', '=', 'item.reversesItemId'),
    )
    .innerJoin('orders as original', (join) =>
      join
        .onRef('original.organizationId', '=', 'charged.organizationId')
        .onRef('original.id', '=', 'charged.orderId'),
    )
    .select(reversedColumns)
    .select(['item.id as creditId', 'item.orderId as creditOrderId', 'item.amount'])
    .select('item.taxAmount')
    .where('item.organizationId', '=', organizationId)
    .where('item.orderId', '=', sql<Id<'order'>>`any(${orderIds}::uuid[])`)
    .where('item.reversesItemId', 'is not', null)
    .execute()
  return rows.map(({ creditId: id, creditOrderId: orderId, amount, taxAmount, ...reversed }) => ({
    ...reversed,
    item: { id, orderId, amount, taxAmount },
  }))
}
