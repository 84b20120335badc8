import type { QueryOf } from '@guildhall/contract/operation'
import type { listPortalSubscriptions as contract } from '@guildhall/contract/portal/subscriptions'
import type { Id } from '@guildhall/contract/primitives'
import { activeSubscriptionStatuses } from '@guildhall/contract/subscriptions/subscription-statuses'
import { expressionBuilder, type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { containing, listPage, type Order, type Page } from '../../../platform/database/listing.ts'
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
  { organizationId, productId, active, query, ...listing }: QueryOf<typeof contract>,
): Promise<Page<SubscriptionRow>> {
  const matching = ofCustomer(db, customer).where((one) =>
    one.and([
      ...(organizationId ? [one('subscription.organizationId', 'in', organizationId)] : []),
      ...(productId ? [one('productId', 'in', productId)] : []),
      ...(active === undefined ? [] : [isActive(active)]),
      ...(query ? [isOfProduct(containing(query))] : []),
    ]),
  )
  return listPage(db, matching, listing, order)
}

interface ReferenceKey {
  readonly organizationId: Id<'organization'>
  /** What the checkout was for, as the application names it. */
  readonly referenceId: string
  /** Null for those of every customer. */
  readonly customerId: Id<'customer'> | null
}

/** One page of the subscriptions that were bought for something. */
export function listSubscriptionsForReference(
  db: Kysely<Tables>,
  { organizationId, referenceId, customerId }: ReferenceKey,
  { active, ...listing }: Pick<QueryOf<typeof contract>, 'page' | 'limit' | 'sorting' | 'active'>,
): Promise<Page<SubscriptionRow>> {
  const matching = db
    .selectFrom('subscription')
    .selectAll()
    .where('subscription.organizationId', '=', organizationId)
    .where(referenceOf, '=', referenceId)
    .where((one) =>
      one.and([
        ...(customerId === null ? [] : [one('subscription.customerId', '=', customerId)]),
        ...(active === undefined ? [] : [isActive(active)]),
      ]),
    )
  return listPage(db, matching, listing, order)
}

/** The expression of the index. */
const referenceOf = sql<string | null>`subscription.metadata ->> 'referenceId'`

const isActive = (active: boolean) =>
  expressionBuilder<Tables, 'subscription'>()(
    'subscription.status',
    active ? 'in' : 'not in',
    activeSubscriptionStatuses,
  )

const order: Order<'subscription', QueryOf<typeof contract>['sorting'][number]['by']> = {
  columns: {
    started_at: 'subscription.startedAt',
    amount: 'subscription.amount',
    status: 'subscription.status',
    // Customers belong to one organization, so this order is arbitrary.
    organization: 'subscription.organizationId',
    product: productName,
  },
  nullable: ['started_at'],
  id: 'subscription.id',
}

const isOfProduct = (pattern: string) => sql<boolean>`
  exists (select from product_summary p
           where p.organization_id = subscription.organization_id
             and p.id = subscription.product_id
             and p.name ilike ${pattern})`
