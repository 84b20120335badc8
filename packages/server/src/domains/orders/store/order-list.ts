import type { QueryOf } from '@guildhall/contract/operation'
import type { listOrders as contract } from '@guildhall/contract/orders/orders'
import type { listPortalOrders as portalContract } from '@guildhall/contract/portal/orders'
import type { Currency, Id } from '@guildhall/contract/primitives'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import {
  containing,
  listPage,
  metadataMatches,
  type Order,
  type Page,
  sorted,
} from '../../../platform/database/listing.ts'
import type { OrderRow } from './orders.ts'

type Filters = QueryOf<typeof contract>

/** One page of an organization’s orders. */
export function listOrders(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { page, limit, sorting, ...filters }: Filters,
): Promise<Page<OrderRow>> {
  const listing = { page, limit, sorting }
  return listPage(db, matchingOrders(db, organizationId, filters), listing, listOrder)
}

export interface ExportedOrderRow extends OrderRow {
  readonly customerEmail: string | null
  readonly customerName: string | null
  readonly productName: string | null
  readonly discountName: string | null
}

/** All matching orders in the order of the list. */
export const ordersToExport = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { sorting, ...filters }: Omit<Filters, 'page' | 'limit'>,
): SelectQueryBuilder<Tables, 'orders', ExportedOrderRow> =>
  sorted(
    matchingOrders(db, organizationId, filters).select([
      customerShown('email').as('customerEmail'),
      customerShown('name').as('customerName'),
      productShown.as('productName'),
      discountShown.as('discountName'),
    ]),
    sorting,
    listOrder,
  )

export interface OrderTotal {
  readonly currency: Currency
  readonly orders: number
  readonly netAmount: number
  readonly totalAmount: number
}

/** What all matching orders come to, by currency. */
export const totalOrders = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  filters: Omit<Filters, 'page' | 'limit' | 'sorting'>,
): Promise<OrderTotal[]> =>
  matchingOrders(db, organizationId, filters)
    .clearSelect()
    .select(({ fn }) => [
      'orders.currency',
      fn.countAll<number>().as('orders'),
      sql<number>`sum(orders.net_amount)::bigint`.as('netAmount'),
      sql<number>`sum(orders.total_amount)::bigint`.as('totalAmount'),
    ])
    .groupBy('orders.currency')
    .orderBy('orders.currency')
    .execute()

const matchingOrders = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  filters: Omit<Filters, 'page' | 'limit' | 'sorting'>,
) => {
  const { productId, discountId, customerId, checkoutId, status, metadata } = filters
  const { collectionStatus, currency } = filters
  const { subscriptionId, productBillingType, query, createdAfter, createdBefore } = filters
  return db
    .selectFrom('orders')
    .selectAll()
    .where('orders.organizationId', '=', organizationId)
    .$if(productId !== undefined, (of) => of.where('productId', 'in', productId ?? []))
    .$if(discountId !== undefined, (of) => of.where('discountId', 'in', discountId ?? []))
    .$if(customerId !== undefined, (of) => of.where('customerId', 'in', customerId ?? []))
    .$if(checkoutId !== undefined, (of) => of.where('checkoutId', 'in', checkoutId ?? []))
    .$if(subscriptionId !== undefined, (of) =>
      of.where('subscriptionId', 'in', subscriptionId ?? []),
    )
    .$if(status !== undefined, (of) => of.where('status', 'in', status ?? []))
    .$if(currency !== undefined, (of) => of.where('orders.currency', 'in', currency ?? []))
    .$if(collectionStatus !== undefined, (of) => of.where(isCollectedAs(collectionStatus ?? [])))
    .$if(productBillingType !== undefined, (of) => of.where(isBilled(productBillingType ?? [])))
    .where((one) =>
      one.and([
        ...(createdAfter ? [one('orders.createdAt', '>=', createdAfter)] : []),
        ...(createdBefore ? [one('orders.createdAt', '<', createdBefore)] : []),
      ]),
    )
    .$if(query !== undefined, (of) => of.where(isOfCustomer(containing(query ?? ''))))
    .where((one) => one.and(metadataMatches(one.ref('metadata'), metadata)))
}

interface OfCustomer {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  /** Limits them to the order of this checkout and those of the subscription that it started. */
  readonly checkoutId: Id<'checkout'> | null
}

const ordersOf = (db: Kysely<Tables>, { organizationId, customerId, checkoutId }: OfCustomer) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('orders.organizationId', '=', organizationId)
    .where('orders.customerId', '=', customerId)
    .where((one) => one.and(checkoutId === null ? [] : [isOfPurchase(organizationId, checkoutId)]))

const isOfPurchase = (
  organizationId: Id<'organization'>,
  checkoutId: Id<'checkout'>,
) => sql<boolean>`
  (orders.checkout_id = ${checkoutId} or orders.subscription_id in (
    select o.subscription_id from orders o
     where o.organization_id = ${organizationId} and o.checkout_id = ${checkoutId}))`

/** Undefined for an order of another customer. */
export const findOrderOfCustomer = (
  db: Kysely<Tables>,
  customer: OfCustomer,
  id: Id<'order'>,
): Promise<OrderRow | undefined> =>
  ordersOf(db, customer).where('orders.id', '=', id).executeTakeFirst()

/** One page of a customer’s orders. */
export function listOrdersOfCustomer(
  db: Kysely<Tables>,
  customer: OfCustomer,
  { page, limit, sorting, ...filters }: QueryOf<typeof portalContract>,
): Promise<Page<OrderRow>> {
  const { organizationId, productId, productBillingType, subscriptionId, query } = filters
  const matching = ordersOf(db, customer).where((one) =>
    one.and([
      ...(organizationId ? [one('orders.organizationId', 'in', organizationId)] : []),
      ...(productId ? [one('productId', 'in', productId)] : []),
      ...(subscriptionId ? [one('subscriptionId', 'in', subscriptionId)] : []),
      ...(productBillingType ? [isBilled(productBillingType)] : []),
      ...(query ? [isOfProduct(containing(query))] : []),
    ]),
  )
  return listPage(
    db,
    matching,
    { page, limit, sorting },
    {
      columns: {
        created_at: 'orders.createdAt',
        amount: 'orders.netAmount',
        net_amount: 'orders.netAmount',
        product: productName,
        subscription: 'orders.subscriptionId',
      },
      nullable: ['subscription'],
      id: 'orders.id',
    },
  )
}

const isCollectedAs = (statuses: readonly string[]) => sql<boolean>`
  (case when orders.paid_at is null then coalesce(orders.collection_stopped_as, 'open') else 'paid'
   end) = any(${statuses}::text[])`

const productName = sql<string>`(select lower(p.name) from product_summary p
  where p.organization_id = orders.organization_id and p.id = orders.product_id)`

const isBilled = (types: readonly string[]) => sql<boolean>`
  exists (select from product_summary p
           where p.organization_id = orders.organization_id and p.id = orders.product_id
             and case when p.recurring_interval is null then 'one_time' else 'recurring' end
                 = any(${types}::text[]))`

const isOfProduct = (pattern: string) => sql<boolean>`
  exists (select from product_summary p
           where p.organization_id = orders.organization_id and p.id = orders.product_id
             and p.name ilike ${pattern})`

const customerName = sql<string>`(select lower(coalesce(c.name, c.email)) from customer_contact c
  where c.organization_id = orders.organization_id and c.id = orders.customer_id)`

const discountName = sql<string>`(select lower(d.name) from discount_label d
  where d.organization_id = orders.organization_id and d.id = orders.discount_id)`

const isOfCustomer = (pattern: string) => sql<boolean>`
  exists (select from customer_contact c
           where c.organization_id = orders.organization_id and c.id = orders.customer_id
             and (c.name ilike ${pattern} or c.email ilike ${pattern}))`

const customerShown = (column: 'email' | 'name') => sql<string | null>`(
  select c.${sql.ref(column)} from customer_contact c
   where c.organization_id = orders.organization_id and c.id = orders.customer_id)`

const productShown = sql<string | null>`(select p.name from product_summary p
  where p.organization_id = orders.organization_id and p.id = orders.product_id)`

const discountShown = sql<string | null>`(select d.name from discount_label d
  where d.organization_id = orders.organization_id and d.id = orders.discount_id)`

const listOrder: Order<'orders', Filters['sorting'][number]['by']> = {
  columns: {
    created_at: 'orders.createdAt',
    amount: 'orders.netAmount',
    net_amount: 'orders.netAmount',
    status: 'orders.status',
    customer: customerName,
    product: productName,
    discount: discountName,
    subscription: 'orders.subscriptionId',
  },
  nullable: ['discount', 'subscription'],
  id: 'orders.id',
}
