import type { QueryOf } from '@guildhall/contract/endpoint'
import type { listPortalSubscriptions as contract } from '@guildhall/contract/portal/subscriptions'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { containing, listPage, type Page } from '../../../platform/database/listing.ts'
import { activeStatuses, productName } from './subscription-list.ts'
import type { SubscriptionRow } from './subscriptions.ts'

interface OfCustomer {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

const withCustomer = (db: Kysely<Tables>, { organizationId, customerId }: OfCustomer) =>
  db
    .selectFrom('subscription')
    .selectAll()
    .where('subscription.organizationId', '=', organizationId)
    .where('subscription.customerId', '=', customerId)

/** Somebody else’s is not found. */
export const findSubscriptionOfCustomer = (
  db: Kysely<Tables>,
  customer: OfCustomer,
  id: Id<'subscription'>,
): Promise<SubscriptionRow | undefined> =>
  withCustomer(db, customer).where('subscription.id', '=', id).executeTakeFirst()

/** One page of what a customer is subscribed to, or was. */
export function listSubscriptionsOfCustomer(
  db: Kysely<Tables>,
  customer: OfCustomer,
  { page, limit, sorting, ...filters }: QueryOf<typeof contract>,
): Promise<Page<SubscriptionRow>> {
  const { organizationId, productId, active, query } = filters
  const matching = withCustomer(db, customer).where((one) =>
    one.and([
      ...(organizationId ? [one('subscription.organizationId', 'in', organizationId)] : []),
      ...(productId ? [one('productId', 'in', productId)] : []),
      ...(active === undefined ? [] : [one('status', active ? 'in' : 'not in', activeStatuses)]),
      ...(query ? [isOfProduct(containing(query))] : []),
    ]),
  )
  const columns = {
    started_at: 'subscription.startedAt',
    amount: 'subscription.amount',
    status: 'subscription.status',
    // All of them are of one organization.
    organization: 'subscription.organizationId',
    product: productName,
  } as const
  const order = { columns, nullable: ['started_at'], id: 'subscription.id' } as const
  return listPage(db, matching, { page, limit, sorting }, order)
}

const isOfProduct = (pattern: string) => sql<boolean>`
  exists (select from product p
           where p.organization_id = subscription.organization_id
             and p.id = subscription.product_id
             and p.name ilike ${pattern})`
