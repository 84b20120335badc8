import type { QueryOf } from '@guildhall/contract/endpoint'
import type { listPortalOrders as contract } from '@guildhall/contract/portal/orders'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { containing, listPage, type Page } from '../../../platform/database/listing.ts'
import { isBilled, productName } from './order-products.ts'
import type { OrderRow } from './orders.ts'

interface OfCustomer {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

const withCustomer = (db: Kysely<Tables>, { organizationId, customerId }: OfCustomer) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('orders.organizationId', '=', organizationId)
    .where('orders.customerId', '=', customerId)

/** Somebody else’s is not found. */
export const findOrderOfCustomer = (
  db: Kysely<Tables>,
  customer: OfCustomer,
  id: Id<'order'>,
): Promise<OrderRow | undefined> =>
  withCustomer(db, customer).where('orders.id', '=', id).executeTakeFirst()

/** One page of what a customer bought. */
export function listOrdersOfCustomer(
  db: Kysely<Tables>,
  customer: OfCustomer,
  { page, limit, sorting, ...filters }: QueryOf<typeof contract>,
): Promise<Page<OrderRow>> {
  const { organizationId, productId, productBillingType, subscriptionId, query } = filters
  const matching = withCustomer(db, customer).where((one) =>
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

const isOfProduct = (pattern: string) => sql<boolean>`
  exists (select from product p
           where p.organization_id = orders.organization_id and p.id = orders.product_id
             and p.name ilike ${pattern})`
