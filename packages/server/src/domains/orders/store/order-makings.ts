import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql } from 'kysely'
import type {
  CustomerTable,
  DiscountTable,
  ProductTable,
  SubscriptionShownTable,
  SubscriptionTable,
  Tables,
} from '../../../platform/database/db-types.gen.ts'
import type { OrderItemRow } from './orders.ts'

export type CustomerRow = Selectable<CustomerTable>
export type ProductRow = Selectable<ProductTable>
export type DiscountRow = Selectable<DiscountTable>
/** PostgreSQL takes any column of a view for nullable; these are the table’s. */
export type ShownSubscriptionRow = Pick<Selectable<SubscriptionTable>, keyof SubscriptionShownTable>

interface Wanted<B extends string> {
  readonly organizationId: Id<'organization'>
  readonly ids: readonly Id<B>[]
}

// What orders show beside their own is found after it was deleted as well: it was bought, or used.

export const findCustomers = (
  db: Kysely<Tables>,
  { organizationId, ids }: Wanted<'customer'>,
): Promise<CustomerRow[]> =>
  db
    .selectFrom('customer')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', anyOf(ids))
    .execute()

export const findProducts = (
  db: Kysely<Tables>,
  { organizationId, ids }: Wanted<'product'>,
): Promise<ProductRow[]> =>
  db
    .selectFrom('product')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', anyOf(ids))
    .execute()

export const findDiscounts = async (
  db: Kysely<Tables>,
  { organizationId, ids }: Wanted<'discount'>,
): Promise<DiscountRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('discount')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('id', '=', anyOf(ids))
        .execute()

/** By a view: subscriptions lie to the right, and what an order shows of one decides nothing. */
export const findShownSubscriptions = async (
  db: Kysely<Tables>,
  { organizationId, ids }: Wanted<'subscription'>,
): Promise<ShownSubscriptionRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('subscriptionShown')
        .selectAll()
        .$castTo<ShownSubscriptionRow>()
        .where('organizationId', '=', organizationId)
        .where('id', '=', anyOf(ids))
        .execute()

/** Those of each order together, in their order. */
export const findItemsOf = (
  db: Kysely<Tables>,
  { organizationId, ids }: Wanted<'order'>,
): Promise<OrderItemRow[]> =>
  db
    .selectFrom('orderItem')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('orderId', '=', anyOf(ids))
    .orderBy('orderId')
    .orderBy('position')
    .execute()

const anyOf = <B extends string>(ids: readonly Id<B>[]) => sql<Id<B>>`any(${ids}::uuid[])`
