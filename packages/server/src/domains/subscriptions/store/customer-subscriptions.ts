import type { QueryOf } from '@guildhall/contract/operation'
import type { listPortalSubscriptions as contract } from '@guildhall/contract/portal/subscriptions'
import type { Id } from '@guildhall/contract/primitives'
import { activeSubscriptionStatuses } from '@guildhall/contract/subscriptions/subscription-statuses'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { containing, listPage, type Page } from '../../../platform/database/listing.ts'
import { productName } from './subscription-list.ts'
import type { SubscriptionRow } from './subscriptions.ts'

interface CustomerKey {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  /** Limits them to the one that this checkout started. */
  readonly checkoutId: Id<'checkout'> | null
}

const ofCustomer = (db: Kysely<Tables>, { organizationId, customerId, checkoutId }: CustomerKey) =>
  db
    .selectFrom('subscription')
    .selectAll()
    .where('subscription.organizationId', '=', organizationId)
    .where('subscription.customerId', '=', customerId)
    .where((one) =>
      one.and(checkoutId === null ? [] : [one('subscription.checkoutId', '=', checkoutId)]),
    )

/** Undefined for a subscription of another customer. */
export const findSubscriptionOfCustomer = (
  db: Kysely<Tables>,
  customer: CustomerKey,
  id: Id<'subscription'>,
): Promise<SubscriptionRow | undefined> =>
  ofCustomer(db, customer).where('subscription.id', '=', id).executeTakeFirst()

/** One page of a customer’s subscriptions, past ones included. */
export function listSubscriptionsOfCustomer(
  db: Kysely<Tables>,
  customer: CustomerKey,
  { page, limit, sorting, ...filters }: QueryOf<typeof contract>,
): Promise<Page<SubscriptionRow>> {
  const { organizationId, productId, active, query } = filters
  const matching = ofCustomer(db, customer).where((one) =>
    one.and([
      ...(organizationId ? [one('subscription.organizationId', 'in', organizationId)] : []),
      ...(productId ? [one('productId', 'in', productId)] : []),
      ...(active === undefined
        ? []
        : [one('status', active ? 'in' : 'not in', activeSubscriptionStatuses)]),
      ...(query ? [isOfProduct(containing(query))] : []),
    ]),
  )
  const columns = {
    started_at: 'subscription.startedAt',
    amount: 'subscription.amount',
    status: 'subscription.status',
    // A customer belongs to one organization, so this order is arbitrary.
    organization: 'subscription.organizationId',
    product: productName,
  } as const
  const order = { columns, nullable: ['started_at'], id: 'subscription.id' } as const
  return listPage(db, matching, { page, limit, sorting }, order)
}

const isOfProduct = (pattern: string) => sql<boolean>`
  exists (select from product_summary p
           where p.organization_id = subscription.organization_id
             and p.id = subscription.product_id
             and p.name ilike ${pattern})`
