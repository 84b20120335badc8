import type { QueryOf } from '@guildhall/contract/endpoint'
import type { listOrders as contract } from '@guildhall/contract/orders/orders'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import {
  containing,
  listPage,
  metadataMatches,
  type Page,
} from '../../../platform/database/listing.ts'
import { isBilled, productName } from './order-products.ts'
import type { OrderRow } from './orders.ts'

type Filters = QueryOf<typeof contract>

/** One page of an organization’s orders. */
export function listOrders(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { page, limit, sorting, ...filters }: Filters,
): Promise<Page<OrderRow>> {
  const listing = { page, limit, sorting }
  return listPage(db, matchingOrders(db, organizationId, filters), listing, {
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
  })
}

const matchingOrders = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  filters: Omit<Filters, 'page' | 'limit' | 'sorting'>,
) => {
  const { productId, discountId, customerId, checkoutId, status, metadata } = filters
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

const customerName = sql<string>`(select lower(coalesce(c.name, c.email)) from customer c
  where c.organization_id = orders.organization_id and c.id = orders.customer_id)`

const discountName = sql<string>`(select lower(d.name) from discount d
  where d.organization_id = orders.organization_id and d.id = orders.discount_id)`

const isOfCustomer = (pattern: string) => sql<boolean>`
  exists (select from customer c
           where c.organization_id = orders.organization_id and c.id = orders.customer_id
             and (c.name ilike ${pattern} or c.email ilike ${pattern}))`
